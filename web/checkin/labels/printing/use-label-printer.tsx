import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Labels } from '#contract/checkin/station.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { LONG, toast } from '../../../ui/toasts/index.ts'
import { slipsOf, type Slip } from '../slips.ts'
import { usePrinterChoice, type PrinterChoice } from './printer-choice.ts'
import { links, loadBytes, sendLabels } from './send-labels.ts'
import { presentTime } from '../../../device/clock.ts'

const loadSheet = () => import('./print-sheet.tsx')
const PrintSheet = lazy(async () => ({ default: (await loadSheet()).PrintSheet }))

/** `browser` and `file`: nobody can tell whether paper comes out. `unknown`: not looked yet. */
export type PrinterState = 'browser' | 'file' | 'unknown' | 'ready' | 'missing' | 'failed'

export type LabelPrinter = {
  choice: PrinterChoice
  state: PrinterState
  print: (labels: Labels) => void
  printTest: () => void
  /** Asks the browser again whether the printer is there. */
  look: () => void
  /** Has to stand on the screen that prints. */
  sheet: ReactNode
}

/** Browsers that never say that printing is over get the next labels all the same, as a sheet of their own. */
type Sheet = { slips: readonly Slip[]; turn: number }

const testSlip = (church: string, words: { name: string; line: string; time: string }): Slip => ({
  kind: 'child',
  name: words.name,
  line: words.line,
  small: '',
  code: '346789',
  spacedCode: '346 789',
  allergies: '',
  medical: '',
  hasCustodyFlag: false,
  foot: `${words.time} · ${church}`,
})

const plainState = ({ way, link }: PrinterChoice): PrinterState | null => {
  if (way === 'browser') return 'browser'
  return link === 'file' ? 'file' : null
}

/** Whether the printer is there, as it comes and goes. */
function usePrinterState(choice: PrinterChoice) {
  const [found, setFound] = useState<{ choice: PrinterChoice; state: PrinterState } | null>(null)
  const set = useCallback((state: PrinterState) => setFound({ choice, state }), [choice])
  const look = useCallback(() => {
    void links[choice.link].isPaired().then((isThere) => set(isThere ? 'ready' : 'missing'))
  }, [choice, set])
  useEffect(() => {
    look()
    return links[choice.link].watch(look)
  }, [choice, look])
  const known = found?.choice === choice ? found.state : 'unknown'
  return { state: plainState(choice) ?? known, set, look }
}

/** Prints labels the way that was chosen for this device, and says whether it can. */
export function useLabelPrinter(churchName: string): LabelPrinter {
  const t = useTexts()
  const format = useFormat()
  const choice = usePrinterChoice()
  const { state, set, look } = usePrinterState(choice)
  const last = useRef(Promise.resolve())
  // The station stands before it can draw a label, and can draw it before the network goes.
  useEffect(() => void Promise.allSettled([loadSheet(), loadBytes()]), [])
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const send = (slips: readonly Slip[]) => {
    if (choice.way === 'browser') return setSheet((before) => ({ slips, turn: (before?.turn ?? 0) + 1 }))
    // A cable takes one run of labels at a time.
    last.current = last.current.then(() =>
      sendLabels(slips, choice).then(
        () => set('ready'),
        () => {
          set('failed')
          const action = { label: t('checkin.station.printAgain'), onPick: () => send(slips) }
          toast.bad(t('checkin.labels.failed'), { duration: LONG, action })
        },
      ),
    )
  }
  const printTest = () => {
    const words = {
      name: t('checkin.labels.testName'),
      line: t('checkin.labels.testLine'),
      time: format.time(presentTime()),
    }
    send([testSlip(churchName, words)])
  }
  return {
    choice,
    state,
    print: (labels) => send(slipsOf(labels, { keepThis: t('checkin.labels.keepThis'), time: format.time(labels.at) })),
    printTest,
    look,
    sheet: sheet && (
      <Suspense fallback={null}>
        <PrintSheet key={sheet.turn} slips={sheet.slips} size={choice.size} onDone={() => setSheet(null)} />
      </Suspense>
    ),
  }
}
