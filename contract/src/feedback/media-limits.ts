/** Maximum size of an uploaded picture, after the browser has scaled it. */
export const maxPictureBytes = 20 * 1024 * 1024;
/** Maximum size of an uploaded video. */
export const maxVideoBytes = 100 * 1024 * 1024;
