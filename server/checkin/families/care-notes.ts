import type { CareNote } from '#contract/checkin/family.ts'
import { cleanText } from '../../people/index.ts'

const NAME_MAX_LENGTH = 80
const INSTRUCTION_MAX_LENGTH = 200

/** Notes as they are kept, in one line each; those without a visible name are none. */
export const cleanCare = (notes: readonly CareNote[]): CareNote[] =>
  notes
    .map(({ kind, name, instruction }) => ({
      kind,
      name: cleanText(name, NAME_MAX_LENGTH),
      instruction: cleanText(instruction, INSTRUCTION_MAX_LENGTH),
    }))
    .filter(({ name }) => name !== '')
