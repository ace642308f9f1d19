import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, callForFile } from '../api/call.ts'
import { useFormat, type Format } from '../languages/format.tsx'
import { useTexts, type TextId } from '../languages/index.ts'
import { groupPhone } from '../languages/phone.ts'

type Query = Record<string, string | number | boolean | undefined>
type FileFormat = 'xlsx' | 'csv' | 'txt'

/** A column of a file. */
export type ExportColumn = {
  /** As the contract of the list's export calls it. */
  id: string
  title: TextId
  /** The column of the screen that it belongs to; without one it is only in files with all columns. */
  of?: string
}

type ListExport = {
  endpoint: Endpoint
  params?: Record<string, string>
  /** The list's search, filters and sort as the endpoint takes them. */
  query: Query
  columns: readonly ExportColumn[]
  /** Columns of the screen that are shown. */
  shown: readonly string[]
  title: string
  /** "86 people". */
  what: string
  total: number
  church: string
}

/** Longer lists go from the server straight to the disk: a phone has no room for them in between. */
const IN_MEMORY_ROWS = 20_000

const FILE_NAME = /filename="([^"]+)"/

function follow(href: string, fileName: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** Fetched, so that a refusal can be said; only the browser itself can say that a long file did not come. */
export async function saveFile(address: string, rows: number) {
  if (rows > IN_MEMORY_ROWS) return follow(address, '')
  const response = await callForFile(address)
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const file = URL.createObjectURL(await response.blob())
  follow(file, name)
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

/** A list as it is printed. */
type Printed = { headings: string[]; rows: (string | number | null)[][] }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/

/** A value of a file as the screen writes it: files are for programs, paper is for people. */
export function asListed(value: string | number | null, format: Pick<Format, 'number' | 'day' | 'wallTime'>): string {
  if (value === null) return ''
  if (typeof value === 'number') return format.number(value)
  if (DAY.test(value)) return format.day(value)
  const [, day, time] = DAY_AND_TIME.exec(value) ?? []
  return day && time ? format.wallTime(day, time) : groupPhone(value)
}

/** File and print of a list, as the data table takes them. The file holds everything that matches, loaded or not. */
export function useListExport({ endpoint, params, query, columns, shown, title, what, total, church }: ListExport) {
  const t = useTexts()
  const format = useFormat()
  const inSight = columns.filter(({ of }) => of !== undefined && shown.includes(of))
  const address = (kind: FileFormat | 'json', wanted: readonly ExportColumn[]) =>
    addressOf(endpoint, {
      ...(params && { params }),
      query: {
        ...query,
        format: kind,
        columns: wanted.map(({ id }) => id).join(','),
        headings: wanted.map((column) => t(column.title).replaceAll('|', ' ')).join('|'),
        title,
      },
    })
  return {
    what,
    total,
    church,
    hasMoreColumns: inSight.length < columns.length,
    save: (kind: FileFormat, allColumns: boolean) => saveFile(address(kind, allColumns ? columns : inSight), total),
    sheet: async () => {
      const response = await callForFile(address('json', inSight))
      const { headings, rows } = (await response.json()) as Printed
      return { headings, rows: rows.map((row) => row.map((value) => asListed(value, format))) }
    },
  }
}
