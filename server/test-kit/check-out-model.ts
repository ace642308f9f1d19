/** Who may take which child home, told once more and otherwise than the server does: what the fuzz test believes in. */
export type Said = {
  kind: 'allowed' | 'not_authorised'
  /** Null: every child. */
  children: readonly string[] | null
  /** Whether its dates and weekdays hold today. */
  holdsToday: boolean
  oneTime: boolean
}

export type Household = {
  /** Null: they have none yet. */
  code: string | null
  parents: readonly string[]
  children: readonly string[]
  /** Guardians, of whom something may be said or not. */
  others: readonly string[]
}

type Try = { code: string; children: readonly string[]; collector: string }

export class CheckOutModel {
  readonly #households: readonly Household[]
  /** `visit`: whom a used pass goes on for, those who were in class by then; null: it is not used. */
  readonly #said = new Map<string, Said & { visit: Set<string> | null }>()
  readonly #inside = new Set<string>()
  /** Who went, and with whom. */
  readonly gone = new Map<string, string | null>()

  constructor(households: readonly Household[]) {
    this.#households = households
  }

  /** What the church says of somebody in a household from now on; null: nothing. The same once more renews no pass. */
  say(household: Household, person: string, said: Said | null): void {
    const key = keyOf(household, person)
    const before = this.#said.get(key)
    if (!said) this.#said.delete(key)
    else if (!before || !isSame(before, said)) this.#said.set(key, { ...said, visit: null })
  }

  comeIn(children: readonly string[]): void {
    for (const child of children) {
      if (this.#inside.has(child) && !this.gone.has(child)) continue
      this.#inside.add(child)
      // Who went home before is back, and that is another visit.
      this.gone.delete(child)
      for (const { visit } of this.#said.values()) visit?.delete(child)
    }
  }

  /** Lets the children of a try go, if the code is theirs and the collector may have each of them: all of them or none. */
  leave({ code, children, collector }: Try): boolean {
    const home = this.#households.find((one) => one.code === code)
    if (!home || !children.every((child) => home.children.includes(child) && this.#inside.has(child))) return false
    const staying = children.filter((child) => !this.gone.has(child))
    if (!children.every((child) => !this.gone.has(child) || this.gone.get(child) === collector)) return false
    if (!staying.every((child) => this.#may(home, collector, child))) return false
    if (staying.length > 0 && !home.parents.includes(collector)) this.#usePass(home, collector)
    for (const child of staying) this.gone.set(child, collector)
    return true
  }

  /** The same as a station did it without a network: whom a refusal does not concern has gone. */
  leaveUnseen({ code, children, collector }: Try): void {
    if (this.leave({ code, children, collector })) return
    const home = this.#households.find((one) => one.code === code)
    if (!home) return
    const here = children.filter((child) => this.#inside.has(child) && !this.gone.has(child))
    const isHere = (child: string): boolean => here.includes(child) || this.gone.get(child) === collector
    const part = children.every(isHere) ? here.filter((child) => this.#may(home, collector, child)) : here
    if (part.length > 0) this.leave({ code, children: part, collector })
  }

  /** The same on the word of two: whoever it is, but nobody who must not. */
  leaveWithTwo(home: Household, children: readonly string[], collector: string): boolean {
    if (!children.every((child) => home.children.includes(child) && this.#inside.has(child))) return false
    if (!children.every((child) => !this.gone.has(child) || this.gone.get(child) === collector)) return false
    const staying = children.filter((child) => !this.gone.has(child))
    if (!this.#isKnown(home, collector)) return false
    if (staying.some((child) => this.#mustNot(home, collector, child))) return false
    for (const child of staying) this.gone.set(child, collector)
    return true
  }

  #may(home: Household, collector: string, child: string): boolean {
    if (this.#mustNot(home, collector, child)) return false
    if (home.parents.includes(collector)) return true
    const said = this.#said.get(keyOf(home, collector))
    return said?.kind === 'allowed' && said.holdsToday && (said.visit?.has(child) ?? true) && names(said, child)
  }

  #mustNot(home: Household, collector: string, child: string): boolean {
    const said = this.#said.get(keyOf(home, collector))
    return said?.kind === 'not_authorised' && names(said, child)
  }

  #isKnown(home: Household, person: string): boolean {
    return [...home.parents, ...home.children, ...home.others].includes(person) || this.#said.has(keyOf(home, person))
  }

  #usePass(home: Household, collector: string): void {
    const said = this.#said.get(keyOf(home, collector))
    if (said?.oneTime) said.visit ??= new Set(this.#inside)
  }
}

const keyOf = ({ parents }: Household, person: string): string => `${parents.join()} ${person}`
const names = ({ children }: Said, child: string): boolean => children === null || children.includes(child)

const isSame = (one: Said, other: Said): boolean =>
  one.kind === other.kind &&
  one.holdsToday === other.holdsToday &&
  one.oneTime === other.oneTime &&
  one.children?.join() === other.children?.join()
