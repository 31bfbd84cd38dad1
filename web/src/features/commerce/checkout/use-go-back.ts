import { useLocation, useNavigate } from 'react-router';

/** Where the reader came from inside of the app; where they came from elsewhere, the page given. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise) : navigate(-1));
}
