/** Dots of a label printer in a millimetre: 203 dpi, what nearly all of them print. */
const DOTS_PER_MM = 8

/** What a label is printed on. Lengths of the paper in millimetres, of what is printed in dots. */
export type LabelSize = {
  paper: { width: number; height: number }
  dots: { width: number; height: number }
  /** Dots of one module of the code: a whole number, so that no edge of it is blurred. */
  module: number
  /** Receipt printers take the longer side from a roll and cut. */
  isReceipt: boolean
}

const label = (width: number, height: number, module: number): LabelSize => ({
  paper: { width, height },
  dots: { width: width * DOTS_PER_MM, height: height * DOTS_PER_MM },
  module,
  isReceipt: false,
})

export const labelSizes = {
  '62x40': label(62, 40, 5),
  '100x50': label(100, 50, 7),
  // A roll of 58 mm is printed on 48 mm of its width.
  receipt58: { paper: { width: 58, height: 46 }, dots: { width: 384, height: 352 }, module: 5, isReceipt: true },
} as const satisfies Record<string, LabelSize>

export type LabelSizeName = keyof typeof labelSizes
export const sizeNames = ['62x40', '100x50', 'receipt58'] as const satisfies readonly LabelSizeName[]
