import { WatchDownload } from '#features/playback/downloads/watch-download.tsx';

export default function WatchDownloadPage() {
  return <WatchDownload />;
}
