export { type Uploads, createUploads } from "./create-uploads.ts";
export { ownerOf } from "./policy/issue-policy.ts";
export { countMissingFiles } from "./serving/count-missing-files.ts";
export { adoptFileStore } from "./store/adopt-file-store.ts";
export { moveFilesToBucket } from "./store/move-files.ts";
