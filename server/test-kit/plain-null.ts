import type { Document } from 'openapi-backend'

/**
 * The document with each `nullable` schema as a choice between itself and null, in place. OpenAPI 3.0 allows `nullable`
 * beside a reference or an enumeration; the validator knows it beside a type only.
 */
export function withPlainNull(document: Document): Document {
  rewriteBelow(document)
  return document
}

function rewriteBelow(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  for (const below of Object.values(node)) rewriteBelow(below)
  if (!isNullable(node)) return
  const { nullable: _nullable, ...itself } = node
  for (const name of Object.keys(node)) Reflect.deleteProperty(node, name)
  Object.assign(node, { anyOf: [itself, { type: 'object', enum: [null], nullable: true }] })
}

/** `nullable` as a keyword, not as the name of a property. */
const isNullable = (node: object): node is { nullable: true } => 'nullable' in node && node.nullable === true
