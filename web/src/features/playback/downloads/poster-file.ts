/** The poster among the files of a download. */
export const POSTER_FILE = 'poster';
