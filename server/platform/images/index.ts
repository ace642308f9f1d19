export { reencode, reencodeAsJpeg } from './reencode.ts'
