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
  replaceCase,
} from "./cases-store.ts";
