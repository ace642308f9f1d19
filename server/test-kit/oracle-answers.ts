import { Ajv, type ErrorObject } from 'ajv'
import type { Document } from 'openapi-backend'
import { z } from 'zod'

/**
 * Holds answers against a document. openapi-backend would unfold each schema with all that it names, which takes Stripe's
 * a quarter of a minute; here the names stay, and each schema is read once.
 */
export function answerChecks(document: Document) {
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, logger: false })
  for (const format of ['int32', 'int64', 'float', 'double'])
    ajv.addFormat(format, { type: 'number', validate: isNumber })
  ajv.addSchema(document, 'document')
  const objections = (pointer: string, value: unknown): ErrorObject[] => {
    const validate = ajv.getSchema(`document#${pointer}`)
    if (!validate) throw new Error(`the document has nothing at ${pointer}`)
    return validate(value) === true ? [] : (validate.errors ?? [])
  }
  return {
    schema: (name: string, value: unknown) => objections(`/components/schemas/${escaped(name)}`, value),
    answer({ method, path, status }: { method: string; path: string; status: number }, body: unknown) {
      const place = answerAt(document, `/paths/${escaped(path)}/${method}/responses`, status)
      if (place === null) return [unknownStatus(status)]
      return place.schema === null ? [] : objections(place.schema, body)
    },
  }
}

/** The place of the schema of an answer's body, where it says one; null: the document has no such answer. */
function answerAt(document: Document, responses: string, status: number): { schema: string | null } | null {
  for (const name of [String(status), 'default']) {
    const at = `${responses}/${name}`
    const response = z.looseObject({ $ref: z.string().optional() }).safeParse(lookUp(document, at)).data
    if (!response) continue
    const found = `${response.$ref?.slice(1) ?? at}/content/application~1json/schema`
    return { schema: lookUp(document, found) === undefined ? null : found }
  }
  return null
}

function lookUp(document: Document, pointer: string): unknown {
  let found: unknown = document
  for (const part of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    found =
      typeof found === 'object' && found !== null ? Object.entries(found).find(([key]) => key === name)?.[1] : undefined
  }
  return found
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
const isNumber = (): boolean => true

const unknownStatus = (status: number): ErrorObject => ({
  keyword: 'status',
  instancePath: '',
  schemaPath: '',
  params: { status },
  message: 'is an answer that the document does not know',
})
