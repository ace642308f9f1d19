/** Made when it is first wanted, and kept: making a formatter takes longer than formatting. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** One for each list of texts it is made by: all that is on the page shares it. */
export function keptBy<By extends string[], Made>(make: (...by: By) => Made): (...by: By) => Made {
  const kept = new Map<string, Made>()
  return (...by) => {
    const key = by.join(' ')
    const made = kept.get(key) ?? make(...by)
    kept.set(key, made)
    return made
  }
}
