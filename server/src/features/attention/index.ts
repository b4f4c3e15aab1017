export {
  type AttentionCase,
  type AttentionKind,
  closeFilledGaps,
  closeCase,
  listOpenCases,
  type NewCase,
  openCase,
} from "./attention-store.ts";
