/** The server's side of reading an uploaded file; the process that reads it knows ../spreadsheets only, and starts the faster. */
export { readForChurch } from './file-places.ts'
export { readInProcess } from './reading-process.ts'
