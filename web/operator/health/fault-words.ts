import { useTexts, type TextId } from '../../languages/index.ts'

/** What the server notes of a call that failed, and how it is told. `status`: what was answered; `word`: the provider's own. */
const faults: readonly [RegExp, TextId][] = [
  [/refused our key/, 'operator.fault.key'],
  [/cannot be reached|could not be reached/, 'operator.fault.unreachable'],
  [/did not answer/, 'operator.fault.silent'],
  [/not its protocol|more than can be read|does not have\./, 'operator.fault.garbled'],
  [/refused(?: the call)?: (?<status>\d{3})(?: (?<word>[\w-]+))?\.$/, 'operator.fault.refused'],
  [/answered (?<status>\d{3})\.$/, 'operator.fault.answered'],
  [/did not take a mail: (?<word>.+)\.$/, 'operator.fault.mail'],
  [/no account with/, 'operator.fault.noAccount'],
]

const words: Record<string, TextId> = {
  not_found: 'operator.fault.notFound',
  unauthorized: 'operator.fault.unauthorized',
  rate_limit: 'operator.fault.tooMany',
}

/** Why a provider's last call failed, in words. */
export function useFault() {
  const t = useTexts()
  return (sentence: string): string => {
    for (const [known, id] of faults) {
      const found = known.exec(sentence)
      if (!found) continue
      const { status = '', word = '' } = found.groups ?? {}
      const named = words[word]
      return t(id, { status, word: named ? t(named) : word.replaceAll('_', ' ') })
    }
    return t('operator.fault.other')
  }
}
