import { ApiError } from '#server/platform/http/index.ts'
import { cleanLines } from '../names/clean-lines.ts'
import { cleanName } from '../names/fold.ts'
import type { GroupFields } from './store.ts'

const DESCRIPTION_MAX_LENGTH = 500

/** A group as it is kept. Throws `invalid_input` where nothing visible is left of a name. */
export function checkGroup({ name, category, description }: GroupFields): GroupFields {
  const fields = {
    name: cleanName(name),
    category: cleanName(category),
    description: cleanLines(description, DESCRIPTION_MAX_LENGTH) ?? '',
  }
  const empty = (['name', 'category'] as const).filter((field) => fields[field] === '')
  if (empty.length > 0)
    throw new ApiError('invalid_input', {
      fields: Object.fromEntries(empty.map((each) => [each, 'A name is needed.'])),
    })
  return fields
}
