const ADDRESS = /(https:\/\/\S+)/

/** Where a rule stands, with its address to open. */
export function Source({ text }: { text: string }) {
  return (
    <>
      {text.split(ADDRESS).map((part) =>
        ADDRESS.test(part) ? (
          <a key={part} href={part} target="_blank" rel="noreferrer">
            {new URL(part).hostname}
          </a>
        ) : (
          <span key={part}>{part}</span>
        ),
      )}
    </>
  )
}
