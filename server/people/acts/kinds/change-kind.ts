import type { ActResult } from '#contract/people/acts.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { record } from '../record/record.ts'
import { lockOthersThan, setKind } from './kind-store.ts'

/** Makes the chosen people members, first-timers or new converts. */
export async function changeKind(
  tx: Tx,
  doer: Doer,
  { people: selection, kind }: { people: Selection; kind: PersonKind },
): Promise<ActResult> {
  const { tenantId, actor, at } = doer
  const people = await lockOthersThan(tx, await chosen(tx, selection), kind)
  await setKind(
    tx,
    people.map(({ id }) => id),
    kind,
  )
  const details = { kind, people: people.length }
  if (people.length > 0) await audit(tx, tenantId, actor, { act: 'people.kind_changed', details, at })
  const rows = people.map((person) => ({
    personId: person.id,
    before: { kind: person.kind },
    version: person.version + 1,
  }))
  return record(tx, doer, { kind: 'change_kind', about: kind, rows })
}
