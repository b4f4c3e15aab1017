export { useFindChair } from "./chair-code.ts";
export { PhotoPick } from "./photo-pick.tsx";
export { Viewfinder } from "./viewfinder.tsx";
