export {
  addToDeviceCase,
  type AttentionCase,
  type AttentionKind,
  closeFilledGaps,
  closeCase,
  closeCaseAbout,
  listOpenCases,
  lockCaseAbout,
  type NewCase,
  openCase,
  openCaseAgain,
} from "./cases-store.ts";
