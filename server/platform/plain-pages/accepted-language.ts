const LONGEST_HEADER = 200

/** The first language of the browser's list (`Accept-Language`) that there are words in; the first of ours where there is none. */
export function acceptedLanguage<Language extends string>(
  accepted: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language {
  const wanted = (accepted ?? '')
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.trim().toLowerCase().split(';')
      return { language: tag.split('-')[0] ?? '', weight: Number(weight.trim().replace('q=', '')) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const known = wanted.flatMap(({ language }) => languages.filter((one) => one === language))
  return known[0] ?? languages[0]
}
