import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { paths } from '../../routing/paths.ts'
import { LeaveGuard } from '../../ui/forms/index.ts'
import classes from './form-page.module.css'

type FormBoardProps = {
  /** Cards of the main column. */
  children: ReactNode
  aside: ReactNode
  /** Buttons; the first that submits is also what Enter in a field presses. */
  actions: ReactNode
  /** `pressed`: the button, where there are several. */
  onSubmit: (pressed: HTMLButtonElement | null) => void
  /** Fields that the server found wrong: the first of them gets the focus. */
  faults: ReadonlySet<string>
  isUnsaved: boolean
}

/** A form that is a page of its own: main column, aside, and the acts below. */
export function FormBoard({ children, aside, actions, onSubmit, faults, isUnsaved }: FormBoardProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  return (
    <form
      ref={form}
      className={`${classes['board']} ${classes['form']}`}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        onSubmit(submitter instanceof HTMLButtonElement ? submitter : null)
      }}
    >
      <div className={classes['main']}>{children}</div>
      <div className={classes['aside']}>{aside}</div>
      <div className={classes['actions']}>{actions}</div>
      <LeaveGuard isUnsaved={isUnsaved} freeTo={paths.signIn} />
    </form>
  )
}
