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
  reopenCase,
} from "./cases-store.ts";
