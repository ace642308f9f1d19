import { useState, type ComponentType } from 'react'
import { hideFirstSteps, readDashboard, type FirstStep } from '#contract/dashboard/dashboard.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/use-call.ts'
import { speak, useTexts } from '../../../languages/index.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconAlertCircle, IconCheck, IconCircleCheck, IconClock } from '../../../ui/icons.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import classes from './first-steps.module.css'
import { badgeOf, isOpen, minutesOf, useStepWords, type StepAct } from './step-words.ts'

type RequestDialog = ComponentType<{ onClose: () => void }>

/** The dialog of the messages' area and its words, loaded when it is wanted. */
function useRequest() {
  const t = useTexts()
  const [Dialog, setDialog] = useState<RequestDialog | null>(null)
  const open = () => {
    Promise.all([import('../../../messaging/sender/request-dialog.tsx'), speak('messaging')]).then(
      ([loaded]) => setDialog(() => loaded.RequestDialog),
      () => toast.bad(t('ui.find.notLoaded')),
    )
  }
  return { open, dialog: Dialog && <Dialog onClose={() => setDialog(null)} /> }
}

const useHide = () =>
  useCall((hidden: boolean) => call(hideFirstSteps, { body: { hidden } }), { refreshes: [readDashboard] })

function HideButton() {
  const t = useTexts()
  const hide = useHide()
  return (
    <Button
      size="sm"
      busy={hide.busy}
      onClick={() =>
        hide.run(true, {
          done: () =>
            void toast.ok(t('app.home.hidden'), {
              text: t('app.home.underHelp'),
              action: { label: t('ui.toast.undo'), onPick: () => hide.run(false) },
            }),
        })
      }
    >
      {t('app.home.hide')}
    </Button>
  )
}

type Look = { kind?: 'primary' | 'quiet'; size?: 'sm' }

function Act({ act, onRequest, ...look }: Look & { act: StepAct; onRequest: () => void }) {
  const { label, to, search, icon } = act
  const shown = { ...look, ...(icon && look.size !== 'sm' && { icon }) }
  if (to === undefined)
    return (
      <Button {...shown} onClick={onRequest}>
        {label}
      </Button>
    )
  return (
    <ButtonLink {...shown} to={to} {...(search && { search })}>
      {label}
    </ButtonLink>
  )
}

const signs = { done: IconCheck, waiting: IconClock, refused: IconAlertCircle }

function Sign({ step: { state }, place }: { step: FirstStep; place: number }) {
  const t = useTexts()
  if (state === 'todo') return <span className={classes['sign']}>{place}</span>
  const Icon = signs[state]
  return (
    <span className={classes['sign']}>
      <Icon size={18} stroke={2} aria-hidden="true" />
      {state === 'done' && <span className="vh">{t('app.home.done')}</span>}
    </span>
  )
}

type StepProps = { step: FirstStep; place: number; isNext: boolean; onRequest: () => void }

function Step({ step, place, isNext, onRequest }: StepProps) {
  const t = useTexts()
  const words = useStepWords(step)
  const badge = badgeOf(step)
  const [first, ...others] = words.acts
  return (
    <li className={classes[isNext ? 'now' : step.state]} aria-current={isNext ? 'step' : undefined}>
      <Sign step={step} place={place} />
      <div className={classes['what']}>
        <h3>
          {words.title}
          {badge && <Badge tone={badge.tone}>{t(badge.text)}</Badge>}
          {isOpen(step) && (
            <span className={classes['time']}>
              <IconClock size={15} aria-hidden="true" />
              {t('app.home.minutes', { count: minutesOf(step) })}
            </span>
          )}
        </h3>
        <p>{words.text}</p>
        {isNext && (
          <div className={classes['acts']}>
            {first && <Act act={first} kind="primary" onRequest={onRequest} />}
            {others.map((act) => (
              <Act key={act.label} act={act} onRequest={onRequest} />
            ))}
          </div>
        )}
      </div>
      {!isNext && first && (
        <div className={classes['aside']}>
          <Act act={first} size="sm" onRequest={onRequest} {...(!isOpen(step) && { kind: 'quiet' as const })} />
        </div>
      )}
    </li>
  )
}

/** An arch for each step: filled when it is done, hatched while it waits for somebody else. */
const Arches = ({ steps }: { steps: readonly FirstStep[] }) => (
  <div className={classes['arches']} aria-hidden="true">
    {steps.map(({ name, state }) => (
      <i key={name} className={classes[state]} />
    ))}
  </div>
)

/** What there is to do before the first Sunday. It ticks itself: the server tells what is true of the church. */
export function FirstSteps({ steps, canHide = false }: { steps: readonly FirstStep[]; canHide?: boolean }) {
  const t = useTexts()
  const request = useRequest()
  const next = steps.find(isOpen)
  const count = (state: FirstStep['state']) => steps.filter((step) => step.state === state).length
  const minutes = steps.filter(isOpen).reduce((sum, step) => sum + minutesOf(step), 0)
  return (
    <Card padded={false} label={t('app.home.title')}>
      <div className={classes['head']}>
        <h2 className="serif">{t('app.home.title')}</h2>
        <p className="num">
          {t('app.home.progress', { done: count('done'), all: steps.length, waiting: count('waiting'), minutes })}
        </p>
        <Arches steps={steps} />
      </div>
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <Step key={step.name} step={step} place={index + 1} isNext={step === next} onRequest={request.open} />
        ))}
      </ol>
      {canHide && (
        <div className={classes['foot']}>
          <span className="small muted grow">{t('app.home.underHelp')}</span>
          <HideButton />
        </div>
      )}
      {request.dialog}
    </Card>
  )
}

/** Stands in the list's place once nothing is left of it, until it is put away. */
export function AllDone({ steps }: { steps: readonly FirstStep[] }) {
  const t = useTexts()
  return (
    <div className={classes['all']} role="status">
      <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <span className="strong">{t('app.home.allDone', { count: steps.length })}</span> {t('app.home.underHelp')}
      </div>
      <HideButton />
    </div>
  )
}
