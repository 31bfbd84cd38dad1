import { Navigate, redirect } from 'react-router';
import { readInBrowser } from '#lib/preload.ts';

/** The forum's other name (P-34). */
export function loader() {
  return redirect('/forum');
}
export const clientLoader = readInBrowser;

export default function Community() {
  return <Navigate to="/forum" replace />;
}
