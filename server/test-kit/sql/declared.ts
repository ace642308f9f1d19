import { TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import type { Column, ValueKind } from './describe-store.ts'
import { isNothing, membersOf } from './source.ts'

export type DeclaredColumn = { name: string; type: Type; isOptional: boolean }

/** The columns of a declared row; null where the type says nothing of them, such as a type parameter. */
export function declaredColumns(checker: Checker, row: Type): DeclaredColumn[] | null {
  if ((row.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return null
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const type = checker.getTypeOfSymbol(property)
    return type
      ? [
          {
            name: property.name,
            type,
            isOptional: membersOf(type).some((one) => (one.flags & TypeFlags.Undefined) !== 0),
          },
        ]
      : []
  })
}

export type Compared = { faults: string[]; unknown: string[]; compared: number }

/** What the statement answers against what its row says. `unknown`: what nobody can tell, with the reason. */
export function compare(checker: Checker, declared: readonly DeclaredColumn[], answered: readonly Column[]): Compared {
  const compared: Compared = { faults: [], unknown: [], compared: 0 }
  const byName = new Map(answered.map((column) => [column.name, column]))
  if (byName.size < answered.length) compared.faults.push('answers two columns of one name')
  for (const { name } of answered)
    if (!declared.some((column) => column.name === name))
      compared.faults.push(`answers "${name}", which the row does not declare`)
  for (const { name, type, isOptional } of declared) {
    const column = byName.get(name)
    if (column) compareColumn(checker, { column, type, compared })
    else if (!isOptional) compared.faults.push(`does not answer "${name}"`)
  }
  return compared
}

function compareColumn(
  checker: Checker,
  { column, type, compared }: { column: Column; type: Type; compared: Compared },
): void {
  const { name, value, isNull } = column
  compared.compared += 1
  const members = membersOf(type)
  const said = checker.typeToString(type)
  const isFree = members.some(isOpen)
  if (isFree) {
    if (value !== 'json') compared.unknown.push(`${name}: declared as ${said}`)
    return
  }
  const there = members.filter((one) => !isNothing(one))
  const isRight =
    value === 'json' ? there.every((one) => fits(checker, one, value)) : there.some((one) => fits(checker, one, value))
  if (!isRight) compared.faults.push(`"${name}" is ${column.type}, which is read as ${value}, and not ${said}`)
  // A type that many statements share may allow for more.
  if (members.some(isNothing)) return
  if (isNull === 'maybe') compared.faults.push(`"${name}" may be null, and is declared as ${said}`)
  else if (isNull !== 'never') compared.unknown.push(`${name}: null by ${isNull.why}`)
}

/** Whatever comes is right, or the caller of a generic function says what. */
const isOpen = (type: Type): boolean =>
  (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) !== 0 ||
  (type.isIntersectionType() && type.getTypes().some(isOpen))

function fits(checker: Checker, type: Type, value: ValueKind): boolean {
  if (value === 'json') return !holdsWhatJsonLoses(checker, type)
  if (value.endsWith('[]')) {
    const item = checker.isArrayLikeType(type) ? checker.getIndexInfosOfType(type)[0]?.valueType : undefined
    return (
      item !== undefined &&
      membersOf(item).every((one) => isNothing(one) || fits(checker, one, value.slice(0, -2) as ValueKind))
    )
  }
  if (type.isIntersectionType()) return type.getTypes().some((one) => fits(checker, one, value))
  const has = (flags: number): boolean => (type.flags & flags) !== 0
  if (value === 'string') return has(TypeFlags.StringLike)
  if (value === 'number') return has(TypeFlags.NumberLike)
  if (value === 'boolean') return has(TypeFlags.BooleanLike)
  return type.getSymbol()?.name === value
}

/** An instant inside a document comes as text, and bytes do not come at all. */
function holdsWhatJsonLoses(checker: Checker, type: Type, depth = 0): boolean {
  if (depth > 4 || (type.flags & (TypeFlags.Object | TypeFlags.UnionOrIntersection)) === 0) return false
  if (['Date', 'Buffer', 'Map', 'Set'].includes(type.getSymbol()?.name ?? '')) return true
  if (type.isUnionType()) return type.getTypes().some((one) => holdsWhatJsonLoses(checker, one, depth))
  const item = checker.isArrayLikeType(type) ? checker.getIndexInfosOfType(type)[0]?.valueType : undefined
  if (item) return holdsWhatJsonLoses(checker, item, depth + 1)
  return checker.getPropertiesOfType(type).some((property) => {
    const inner = checker.getTypeOfSymbol(property)
    return inner !== undefined && holdsWhatJsonLoses(checker, inner, depth + 1)
  })
}
