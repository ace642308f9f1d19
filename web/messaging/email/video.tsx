import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconVideo } from '../../ui/icons.ts'

const VideoDialog = lazy(async () => ({ default: (await import('./video-dialog.tsx')).VideoDialog }))

/** Shows how an email is written and sent. */
export function WatchVideo() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" icon={IconVideo} onClick={() => setOpen(true)}>
        {t('messaging.emailList.watchVideo')}
      </Button>
      <Suspense fallback={null}>{isOpen && <VideoDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
