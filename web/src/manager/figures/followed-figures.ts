/** Queries under this key are read anew, at most once a second, whenever an event may have changed a figure. */
export const followedFigures = "figures";
