import { readTogether, TOGETHER_MOST } from '#contract/together.ts'

type Waiting = { address: string; init: RequestInit; answer: (response: Response | Promise<Response>) => void }

let waiting: Waiting[] = []

/** Gets what is read at an address; what is asked for in the same moment travels in one request. */
export const fetchTogether = (address: string, init: RequestInit): Promise<Response> =>
  new Promise((answer) => {
    if (waiting.length === 0) queueMicrotask(send)
    waiting.push({ address, init, answer })
  })

function send(): void {
  const all = waiting
  waiting = []
  for (let at = 0; at < all.length; at += TOGETHER_MOST) ask(all.slice(at, at + TOGETHER_MOST))
}

const askAlone = ({ address, init, answer }: Waiting): void => answer(fetch(address, init))

function ask(reads: readonly Waiting[]): void {
  const [first] = reads
  if (!first || reads.length === 1) return reads.forEach(askAlone)
  const addresses = reads.map(({ address }) => address).join()
  const asked = fetch(`${readTogether.path}?${new URLSearchParams({ reads: addresses })}`, first.init)
  const answers = asked.then(async (response) => (response.ok ? { response, parts: await partsOf(response) } : null))
  for (const [place, read] of reads.entries())
    answers.then(
      (given) => {
        const part = given?.parts[place]
        // A server of before this call, while a new one takes its place, and whatever stands in its way.
        if (!given || !part) return askAlone(read)
        const { headers } = given.response
        read.answer(new Response(JSON.stringify(part.body), { status: part.status, headers }))
      },
      (failure: unknown) => read.answer(Promise.reject(failure as Error)),
    )
}

const partsOf = async (response: Response): Promise<{ status: number; body: unknown }[]> =>
  (await response.json()) as { status: number; body: unknown }[]
