import { useState, type SubmitEvent } from 'react'
import { ApiFailure } from './call.ts'

type State = { busy: boolean; failure: ApiFailure | null }
type Act = () => Promise<void>

const RESTS: State = { busy: false, failure: null }

/**
 * Runs one thing at a time, the way to be busy with a call: what is begun meanwhile is dropped. A refusal is kept for the
 * screen to word, and told to `refused`; any other error is a mistake of ours and thrown on.
 */
export function useAct(refused?: (failure: ApiFailure) => void) {
  const [state, setState] = useState(RESTS)
  const run = async (act: Act): Promise<void> => {
    if (state.busy) return
    setState({ busy: true, failure: null })
    try {
      await act()
      setState(RESTS)
    } catch (failure) {
      setState({ busy: false, failure: failure instanceof ApiFailure ? failure : null })
      if (!(failure instanceof ApiFailure)) throw failure
      refused?.(failure)
    }
  }
  return { ...state, run: (act: Act) => void run(act), forget: () => setState(RESTS) }
}

/** Runs one call from a form: busy meanwhile, and the failure kept for the page to word. */
export function useFormCall(act: (form: FormData) => Promise<void>) {
  const { busy, failure, run } = useAct()
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    run(() => act(form))
  }
  return { busy, failure, onSubmit }
}

/** The text of a form's field. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
