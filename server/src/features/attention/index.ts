export {
  type AttentionCase,
  type AttentionKind,
  closeCase,
  listOpenCases,
  type NewCase,
  openCase,
} from "./attention-store.ts";
