export {
  addToDeviceCase,
  type AttentionCase,
  type AttentionKind,
  closeFilledGaps,
  closeCase,
  closeCaseAbout,
  listOpenCases,
  type NewCase,
  openCase,
  openCaseAgain,
} from "./cases-store.ts";
