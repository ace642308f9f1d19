import * as calls from '#contract/people/imports.ts'
import type { ImportFile, ImportPlan } from '#contract/people/imports.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'
import { until } from './until.ts'

/** Imports of people as one church's administrator does them. Each waits until the step is done; a refusal throws. */
export function importDesk(app: Pick<TestApp, 'call'>, church: Church, seconds = 30) {
  const as = { token: church.admin.token }

  async function taken<Body>(reply: Promise<{ status: number; body: Body }>): Promise<Body> {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  const settled = (id: string, state: ImportFile['state']): Promise<ImportFile> =>
    until(async () => {
      const body = await taken(app.call(calls.readImport, { params: { id } }, as))
      if (body.state === 'failed' && state !== 'failed') throw new Error('The import has failed.')
      return body.state === state && body
    }, seconds)

  return {
    as,
    settled,
    upload: (content: string | Uint8Array<ArrayBuffer> | Blob, name = 'people.csv'): Promise<ImportFile> =>
      taken(app.call(calls.uploadImport, { file: new File([content], name) }, as)),
    plan: (file: ImportFile, plan: Partial<ImportPlan> = {}): Promise<ImportFile> =>
      taken(app.call(calls.planImport, { params: { id: file.id }, body: planFor(file, plan) }, as)),
    check: async (file: ImportFile, plan: Partial<ImportPlan> = {}): Promise<ImportFile> => {
      await taken(app.call(calls.planImport, { params: { id: file.id }, body: planFor(file, plan) }, as))
      return settled(file.id, 'checked')
    },
    apply: async ({ id }: ImportFile): Promise<ImportFile> => {
      await taken(app.call(calls.applyImport, { params: { id } }, as))
      return settled(id, 'applied')
    },
    undo: async ({ id }: ImportFile): Promise<ImportFile> => {
      await taken(app.call(calls.undoImport, { params: { id } }, as))
      return settled(id, 'undone')
    },
    rows: ({ id }: ImportFile, query: object = {}) =>
      taken(app.call(calls.listImportRows, { params: { id }, query: { limit: 100, ...query } }, as)),
  }
}

/** The suggested columns, and nothing added or changed that was not asked for. */
export const planFor = (file: ImportFile, plan: Partial<ImportPlan> = {}): ImportPlan => ({
  fields: file.columns.map(({ suggested }) => suggested),
  kind: 'member',
  groupId: null,
  makeGroups: false,
  dateOrder: 'dmy',
  whenThere: 'skip',
  whenBroken: 'leave_row',
  ...plan,
})
