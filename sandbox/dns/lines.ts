import { z } from 'zod'
import { lineTypes, type Line } from './message.ts'

const LINES_MOST = 500
const VALUE_MOST = 900

const name = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/, 'Enter a name, such as _dmarc.grace.example.')
  .transform((written) => written.replace(/\.$/, ''))

/** A line as it is written, by a form or a call. Quotation marks around a text are those of a zone file. */
export const writtenLine = z
  .strictObject({
    name,
    type: z.enum(lineTypes),
    value: z.string().trim().min(1, 'Enter a value.').max(VALUE_MOST),
  })
  .transform((line): Line => (line.type === 'CNAME' ? { ...line, value: name.parse(line.value) } : line))

export type Lines = {
  all: () => readonly Line[]
  /** False when there is no room for more. */
  add: (line: Line) => boolean
  /** Takes lines away: those of a name, or only those of a type or value too; all of them without. */
  remove: (wanted?: { name: string; type?: string | undefined; value?: string | undefined }) => void
  of: (name: string) => Line[]
}

/** The newest first. */
export function createLines(): Lines {
  let lines: Line[] = []
  const isSame = (one: Line, other: Line): boolean =>
    one.name === other.name && one.type === other.type && one.value === other.value
  return {
    all: () => lines,
    add(line) {
      if (lines.length >= LINES_MOST) return false
      lines = [line, ...lines.filter((known) => !isSame(known, line))]
      return true
    },
    remove(wanted) {
      const { name: of, type, value } = wanted ?? {}
      const isMeant = (line: Line): boolean =>
        (of ?? line.name) === line.name && (type ?? line.type) === line.type && (value ?? line.value) === line.value
      lines = lines.filter((line) => !isMeant(line))
    },
    of: (wanted) => lines.filter((line) => line.name === wanted),
  }
}
