import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { IconRefresh } from '../icons.ts'
import { Art, type Picture } from './art.tsx'
import classes from './states.module.css'

type Words = { title: TextId; text: TextId; picture: Picture }

const offline: Words = { title: 'ui.failed.networkTitle', text: 'ui.failed.networkText', picture: 'offline' }
const broken: Words = { title: 'ui.failed.serverTitle', text: 'ui.failed.serverText', picture: 'closed' }
const missing: Words = { title: 'ui.failed.notFoundTitle', text: 'ui.failed.notFoundText', picture: 'lens' }
const shut: Words = { title: 'ui.failed.notAllowedTitle', text: 'ui.failed.notAllowedText', picture: 'closed' }

const wordsByCode: Record<string, Words> = {
  network: offline,
  timeout: offline,
  not_found: missing,
  // A reading of something whose address is no address.
  invalid_input: missing,
  not_allowed: shut,
}

/** A failure of a call carries a code; anything else went wrong in the page itself. */
function wordsFor(failure: unknown): Words {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return wordsByCode[code] ?? broken
}

/** What could not be shown and why, with a way to try again where that can help. */
export function Failed({ failure, onRetry }: { failure: unknown; onRetry?: () => void }) {
  const t = useTexts()
  const words = wordsFor(failure)
  const canHelp = words === offline || words === broken
  return (
    <div className={classes['mid']} role="alert">
      <Art picture={words.picture} />
      <h2 className="serif">{t(words.title)}</h2>
      <p>{t(words.text)}</p>
      {onRetry && canHelp && (
        <Button kind="primary" icon={IconRefresh} onClick={onRetry}>
          {t('ui.state.tryAgain')}
        </Button>
      )}
    </div>
  )
}
