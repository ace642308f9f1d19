export { reencode, type Fit } from './reencode.ts'
