/** Niceness of the process of runs: where all processors are at work, the server and WordPress come first, by about three to one. */
export const RUN_NICENESS = 5;
