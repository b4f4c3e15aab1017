export {
  addToDeviceCase,
  type AttentionCase,
  type AttentionKind,
  closeGapCases,
  closeCase,
  closeCaseAbout,
  listOpenCases,
  lockCaseAbout,
  type NewCase,
  openCase,
  openCaseAgain,
} from "./cases-store.ts";
