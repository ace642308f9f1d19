import type { ImportField, ImportFile, ImportPlan } from '#contract/people/imports.ts'

type Columns = ImportFile['columns']
type Fields = ImportPlan['fields']

const names: readonly ImportField[] = ['firstName', 'lastName', 'fullName']
const days: readonly ImportField[] = ['birthday', 'joinedOn']

const has = (fields: Fields, wanted: readonly ImportField[]) =>
  fields.some((field) => field !== null && wanted.includes(field))

/** A person without a name cannot be kept. */
export const hasName = (fields: Fields): boolean => has(fields, names)
/** Some column holds whole days, which are written in more than one order. */
export const hasDays = (fields: Fields): boolean => has(fields, days)
export const hasGroups = (fields: Fields): boolean => has(fields, ['group'])

const NUMBERS = /^(\d{1,4})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*\d{1,4}\b/

/** How the samples of the days are written, where they tell; else the day first, as most of the world does. */
export function guessOrder(columns: Columns, fields: Fields): ImportPlan['dateOrder'] {
  const samples = columns.flatMap((column, index) => (hasDays([fields[index] ?? null]) ? column.samples : []))
  for (const sample of samples) {
    const [, first = '', second = ''] = NUMBERS.exec(sample.trim()) ?? []
    if (first.length === 4) return 'ymd'
    if (Number(second) > 12) return 'mdy'
    if (Number(first) > 12) return 'dmy'
  }
  return 'dmy'
}

/** The plan that was chosen last, or what the server makes of the headings: nobody is changed, and nobody is lost for one doubtful cell. */
export function firstPlan({ columns, plan }: Pick<ImportFile, 'columns' | 'plan'>): ImportPlan {
  if (plan) return plan
  const fields = columns.map(({ suggested }) => suggested)
  return {
    fields,
    kind: 'member',
    groupId: null,
    makeGroups: true,
    dateOrder: guessOrder(columns, fields),
    whenThere: 'skip',
    whenBroken: 'leave_value',
  }
}

/** Says what a column is. A field stands for one column only: `takenFrom` had it until now. */
export function chooseField(
  fields: Fields,
  column: number,
  field: ImportField | null,
): { fields: Fields; takenFrom: number | null } {
  const before = field === null ? -1 : fields.indexOf(field)
  const takenFrom = before < 0 || before === column ? null : before
  return {
    fields: fields.map((each, index) => (index === column ? field : index === takenFrom ? null : each)),
    takenFrom,
  }
}

/** A column as it is called: its heading, or its letter as spreadsheets show it. */
export function columnLetter(index: number): string {
  const last = String.fromCodePoint(0x41 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
