import type { Translation } from '../../translate.ts';
import type { shellLater as english } from './en.ts';

export const shellLater: Translation<typeof english> = {
  // television
  television_layout: 'Vista para televisor',
  television_layout_text: 'Letra grande, y todo con las flechas de un mando a distancia.',
  leave_television: 'Salir de la vista de televisor',
  // guards
  login_required: 'Inicia sesión para ver esta página',
  no_permission: 'No tienes permiso para ver esta página',
  check_failed: 'No pudimos comprobar tu acceso',
  admin_check_failed: 'Error al comprobar el acceso de administrador',
  // parts of pages
  login_to_view_profile: 'Inicia sesión para ver tu perfil',
  clear_search: 'Borrar la búsqueda',
  show_password: 'Mostrar la contraseña',
  hide_password: 'Ocultar la contraseña',
  star_count: { one: '{count} estrella', other: '{count} estrellas' },
  breadcrumb: 'Estás aquí',
  pages: 'Páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  page_number: 'Página {page}',
  // legal pages
  document_version: 'Versión {version}',
  document_effective: 'En vigor desde el {date}',
  document_contents: 'En esta página',
  document_read_also: 'Lee también',
  // FAQ
  faq_find_question: 'Buscar en las preguntas',
  faq_questions_found: { one: '{count} respuesta encontrada', other: '{count} respuestas encontradas' },
  faq_no_questions: 'No se encontró ninguna respuesta para “{text}”',
  faq_no_questions_text: 'Prueba con otra palabra o pregúntanos.',
  faq_still_asking: '¿Tu pregunta no está aquí?',
  faq_still_asking_text: 'Escríbenos y buscamos la respuesta contigo.',
  faq_write_to_us: 'Escríbenos',
  // welcome
  welcome: 'Te damos la bienvenida a Lakou',
  welcome_step: 'Paso {step} de {total}',
  welcome_language: '¿En qué idioma prefieres leer?',
  welcome_taste: '¿Qué quieres ver primero?',
  welcome_data: '¿Cuántos datos puede usar una película?',
  welcome_save: 'Ahorrar datos',
  welcome_save_text: 'Una imagen más pequeña, muchos menos megabytes.',
  welcome_best: 'La mejor imagen',
  welcome_best_text: 'Tan nítida como permita tu conexión.',
  welcome_skip: 'Omitir',
  welcome_close: 'Cerrar la bienvenida',
  // without JavaScript
  needs_script: 'Esta parte necesita JavaScript',
  needs_script_text:
    'Pagar, ver películas y tus propias listas necesitan tu navegador. Sin JavaScript puedes iniciar sesión, explorar, buscar, leer el foro y nuestra ayuda, y escribirnos.',
};
