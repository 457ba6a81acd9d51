/** Niceness of the process of runs. If all processors are busy, the server and WordPress get about three times its share. */
export const RUN_NICENESS = 5;
