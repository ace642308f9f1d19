import { useLingui } from '@lingui/react'

const STEP = 1024
const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes as people read them: 18.4 MB. */
export function useFileSize() {
  const { i18n } = useLingui()
  return (bytes: number): string => {
    const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), 1), UNITS.length)
    return new Intl.NumberFormat(i18n.locale, {
      style: 'unit',
      unit: UNITS[power - 1] ?? 'kilobyte',
      maximumFractionDigits: 1,
    }).format(bytes / STEP ** power)
  }
}
