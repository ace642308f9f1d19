export { reencode, reencodeAsJpeg, type Fit } from './reencode.ts'
