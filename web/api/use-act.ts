import { useEffect, useState, type SubmitEvent } from 'react'
import { createAct, RESTS, type Act } from './act.ts'
import type { ApiFailure } from './call.ts'

/**
 * Runs one thing at a time, the way to be busy with something: what is begun meanwhile is dropped. Why it failed is kept
 * for the screen to word, and told to `refused`.
 */
export function useAct(refused?: (failure: ApiFailure) => void) {
  const [state, setState] = useState(RESTS)
  const [{ run, forget, leave }] = useState(() => createAct(setState))
  useEffect(() => leave, [leave])
  return { ...state, run: (act: Act) => void run(act, refused), forget, leave }
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
