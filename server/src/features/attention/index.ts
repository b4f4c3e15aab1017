export {
  type AttentionCase,
  type AttentionKind,
  listOpenCases,
  type NewCase,
  openCase,
} from "./attention-store.ts";
