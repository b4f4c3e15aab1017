/** Maximum size of an uploaded picture, after the browser has scaled it. */
export const maxPictureBytes = 20 * 1024 * 1024;
/** Maximum size of an uploaded video. */
export const maxVideoBytes = 100 * 1024 * 1024;

/** Maximum files per feedback. */
export const maxMedia = 52;

/**
 * Maximum seconds from the end of receiving a file until the server has stored or refused the file, including the time
 * in which the file waits for other files. A browser waits 180 s for the response after it has sent the file. Of the
 * remaining 20 seconds, ten are for the database and ten for the network.
 */
export const uploadProcessingSeconds = 160;
