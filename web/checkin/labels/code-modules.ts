import { encode } from 'uqr'

/** The dark modules of a code, row by row, without ground around it. */
export const codeModules = (text: string): boolean[][] => encode(text, { border: 0, ecc: 'M' }).data
