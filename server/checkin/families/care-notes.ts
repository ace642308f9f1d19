import type { CareNote } from '#contract/checkin/family.ts'
import { cleanText, foldText } from '../../people/index.ts'
import { announcement } from '../../platform/announcements.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { replaceCare, selectCare } from './family-store.ts'

/** Other notes about somebody than before: what was ticked as read is no longer all there is to read. */
export const careChanged = announcement<{ personId: string }>()

type Care = { personId: string; notes: readonly CareNote[]; at: Date }

/** Puts these notes about a person in place of those before. True when something is different now. */
export async function changeCare(tx: Tx, tenantId: TenantId, care: Care): Promise<boolean> {
  const isChanged = await replaceCare(tx, tenantId, care)
  if (isChanged) await careChanged.announce(tx, { personId: care.personId })
  return isChanged
}

/** Adds those of these notes that are not there already, by kind and name, as they are kept. True when there are some. */
export async function addCare(tx: Tx, tenantId: TenantId, { notes, ...about }: Care): Promise<boolean> {
  const known = (await selectCare(tx, [about.personId])).get(about.personId) ?? []
  const isKnown = (note: CareNote): boolean =>
    known.some(({ kind, name }) => kind === note.kind && foldText(name) === foldText(note.name))
  const come = notes.map(cleanNote).filter((note) => note.name !== '' && !isKnown(note))
  return come.length > 0 && changeCare(tx, tenantId, { ...about, notes: [...known, ...come] })
}

/** Longest texts of a note, as the contract has them. */
const NAME_MAX_LENGTH = 80
const INSTRUCTION_MAX_LENGTH = 200

/** A note as it is kept, in one line. Without a visible name it is none. */
export const cleanNote = ({ kind, name, instruction }: CareNote): CareNote => ({
  kind,
  name: cleanText(name, NAME_MAX_LENGTH),
  instruction: cleanText(instruction, INSTRUCTION_MAX_LENGTH),
})
