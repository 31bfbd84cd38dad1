import { useLocation, useNavigate } from 'react-router';

/** Goes back within the app; opens `fallback` when this page was the first one. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(fallback) : navigate(-1));
}
