export { useFindChair } from "./chair-code.ts";
export { codeReader } from "./code-reader.ts";
export { PhotoPick } from "./photo-pick.tsx";
export { Viewfinder } from "./viewfinder.tsx";
