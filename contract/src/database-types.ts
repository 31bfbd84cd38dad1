// Generated from supabase/migrations by `npm run types`. Never edited: a test fails when it is stale.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      admin_users: {
        Row: {
          user_id: string
          role: string
          created_at: string
        }
        Insert: {
          user_id: string
          role?: string
          created_at?: string
        }
        Update: {
          user_id?: string
          role?: string
          created_at?: string
        }
        Relationships: []
      }
      banners: {
        Row: {
          id: string
          title: string
          image_url: string
          link: string | null
          active: boolean
          placement: string
          created_at: string
        }
        Insert: {
          id?: string
          title?: string
          image_url: string
          link?: string | null
          active?: boolean
          placement?: string
          created_at?: string
        }
        Update: {
          id?: string
          title?: string
          image_url?: string
          link?: string | null
          active?: boolean
          placement?: string
          created_at?: string
        }
        Relationships: []
      }
      contact_messages: {
        Row: {
          id: string
          name: string
          email: string
          subject: string
          message: string
          user_id: string | null
          handled_at: string | null
          created_at: string
        }
        Insert: {
          id?: string
          name: string
          email: string
          subject: string
          message: string
          user_id?: string | null
          handled_at?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          name?: string
          email?: string
          subject?: string
          message?: string
          user_id?: string | null
          handled_at?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'contact_messages_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      episodes: {
        Row: {
          id: string
          series_id: string
          season_number: number
          episode_number: number
          title: string
          description: string | null
          thumbnail_url: string | null
          duration: number | null
          is_free: boolean
          video_url: string | null
          created_at: string
          updated_at: string
          has_video: boolean
        }
        Insert: {
          id?: string
          series_id: string
          season_number?: number
          episode_number: number
          title: string
          description?: string | null
          thumbnail_url?: string | null
          duration?: number | null
          is_free?: boolean
          video_url?: string | null
          created_at?: string
          updated_at?: string
          has_video?: boolean
        }
        Update: {
          id?: string
          series_id?: string
          season_number?: number
          episode_number?: number
          title?: string
          description?: string | null
          thumbnail_url?: string | null
          duration?: number | null
          is_free?: boolean
          video_url?: string | null
          created_at?: string
          updated_at?: string
          has_video?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'episodes_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
            referencedColumns: ['id']
          }
        ]
      }
      featured_films: {
        Row: {
          id: string
          title: string
          description: string | null
          banner_url: string
          poster_url: string | null
          trailer_url: string | null
          rating: number | null
          release_year: number
          duration: string | null
          genre: string[]
          director: string | null
          actors: string[]
          is_premium: boolean
          active: boolean
          movie_id: string | null
          series_id: string | null
          created_at: string
        }
        Insert: {
          id?: string
          title?: string
          description?: string | null
          banner_url: string
          poster_url?: string | null
          trailer_url?: string | null
          rating?: number | null
          release_year?: number
          duration?: string | null
          genre?: string[]
          director?: string | null
          actors?: string[]
          is_premium?: boolean
          active?: boolean
          movie_id?: string | null
          series_id?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          title?: string
          description?: string | null
          banner_url?: string
          poster_url?: string | null
          trailer_url?: string | null
          rating?: number | null
          release_year?: number
          duration?: string | null
          genre?: string[]
          director?: string | null
          actors?: string[]
          is_premium?: boolean
          active?: boolean
          movie_id?: string | null
          series_id?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'featured_films_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'featured_films_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
            referencedColumns: ['id']
          }
        ]
      }
      forum_categories: {
        Row: {
          id: string
          name: string
          description: string | null
          position: number
          created_at: string
        }
        Insert: {
          id?: string
          name: string
          description?: string | null
          position?: number
          created_at?: string
        }
        Update: {
          id?: string
          name?: string
          description?: string | null
          position?: number
          created_at?: string
        }
        Relationships: []
      }
      forum_posts: {
        Row: {
          id: string
          topic_id: string
          user_id: string | null
          content: string
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          topic_id: string
          user_id?: string | null
          content: string
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          topic_id?: string
          user_id?: string | null
          content?: string
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'forum_posts_topic_id_fkey'
            columns: ['topic_id']
            isOneToOne: false
            referencedRelation: 'forum_topics'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'forum_posts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      forum_topics: {
        Row: {
          id: string
          title: string
          content: string
          user_id: string | null
          category_id: string
          views: number
          reply_count: number
          last_activity_at: string
          locked: boolean
          pinned: boolean
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          title: string
          content: string
          user_id?: string | null
          category_id?: string
          views?: number
          reply_count?: number
          last_activity_at?: string
          locked?: boolean
          pinned?: boolean
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          title?: string
          content?: string
          user_id?: string | null
          category_id?: string
          views?: number
          reply_count?: number
          last_activity_at?: string
          locked?: boolean
          pinned?: boolean
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'forum_topics_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'forum_categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'forum_topics_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      ledger: {
        Row: {
          id: number
          order_id: string
          kind: string
          amount_minor: number
          currency: string
          provider: string
          provider_reference: string
          occurred_at: string
          booked_at: string
        }
        Insert: {
          order_id: string
          kind: string
          amount_minor: number
          currency: string
          provider: string
          provider_reference: string
          occurred_at?: string
          booked_at?: string
        }
        Update: {
          order_id?: string
          kind?: string
          amount_minor?: number
          currency?: string
          provider?: string
          provider_reference?: string
          occurred_at?: string
          booked_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ledger_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          }
        ]
      }
      media_jobs: {
        Row: {
          id: string
          movie_id: string | null
          episode_id: string | null
          source_path: string
          status: string
          stage: string | null
          percent: number
          seconds_left: number | null
          attempts: number
          run_after: string
          error_key: string | null
          error_detail: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          source_path: string
          status?: string
          stage?: string | null
          percent?: number
          seconds_left?: number | null
          attempts?: number
          run_after?: string
          error_key?: string | null
          error_detail?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          source_path?: string
          status?: string
          stage?: string | null
          percent?: number
          seconds_left?: number | null
          attempts?: number
          run_after?: string
          error_key?: string | null
          error_detail?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'media_jobs_episode_id_fkey'
            columns: ['episode_id']
            isOneToOne: false
            referencedRelation: 'episodes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'media_jobs_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          }
        ]
      }
      movie_categories: {
        Row: {
          id: string
          name: string
          description: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          name: string
          description?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          name?: string
          description?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: []
      }
      movies: {
        Row: {
          id: string
          title: string
          description: string | null
          thumbnail_url: string | null
          banner_url: string | null
          trailer_url: string | null
          duration: number | null
          release_date: string | null
          genre: string[]
          language: string | null
          director: string | null
          actors: string[]
          published: boolean
          is_free: boolean
          is_purchasable: boolean
          is_rentable: boolean
          purchase_price: number | null
          rental_price: number | null
          video_url: string | null
          review_count: number
          review_total: number
          rating: number | null
          created_at: string
          updated_at: string
          has_video: boolean
        }
        Insert: {
          id?: string
          title: string
          description?: string | null
          thumbnail_url?: string | null
          banner_url?: string | null
          trailer_url?: string | null
          duration?: number | null
          release_date?: string | null
          genre?: string[]
          language?: string | null
          director?: string | null
          actors?: string[]
          published?: boolean
          is_free?: boolean
          is_purchasable?: boolean
          is_rentable?: boolean
          purchase_price?: number | null
          rental_price?: number | null
          video_url?: string | null
          review_count?: number
          review_total?: number
          created_at?: string
          updated_at?: string
          has_video?: boolean
        }
        Update: {
          id?: string
          title?: string
          description?: string | null
          thumbnail_url?: string | null
          banner_url?: string | null
          trailer_url?: string | null
          duration?: number | null
          release_date?: string | null
          genre?: string[]
          language?: string | null
          director?: string | null
          actors?: string[]
          published?: boolean
          is_free?: boolean
          is_purchasable?: boolean
          is_rentable?: boolean
          purchase_price?: number | null
          rental_price?: number | null
          video_url?: string | null
          review_count?: number
          review_total?: number
          created_at?: string
          updated_at?: string
          has_video?: boolean
        }
        Relationships: []
      }
      orders: {
        Row: {
          id: string
          user_id: string | null
          transaction_type: string
          media_type: string | null
          movie_id: string | null
          series_id: string | null
          plan: string | null
          title: string
          thumbnail_url: string | null
          amount_minor: number
          currency: string
          provider: string | null
          provider_reference: string | null
          status: string
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          user_id?: string | null
          transaction_type: string
          media_type?: string | null
          movie_id?: string | null
          series_id?: string | null
          plan?: string | null
          title: string
          thumbnail_url?: string | null
          amount_minor: number
          currency?: string
          provider?: string | null
          provider_reference?: string | null
          status?: string
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          user_id?: string | null
          transaction_type?: string
          media_type?: string | null
          movie_id?: string | null
          series_id?: string | null
          plan?: string | null
          title?: string
          thumbnail_url?: string | null
          amount_minor?: number
          currency?: string
          provider?: string | null
          provider_reference?: string | null
          status?: string
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'orders_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_plan_fkey'
            columns: ['plan']
            isOneToOne: false
            referencedRelation: 'plans'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      plans: {
        Row: {
          id: string
          amount_minor: number
          currency: string
          lasts: string
        }
        Insert: {
          id: string
          amount_minor: number
          currency?: string
          lasts: string
        }
        Update: {
          id?: string
          amount_minor?: number
          currency?: string
          lasts?: string
        }
        Relationships: []
      }
      reviews: {
        Row: {
          id: string
          movie_id: string
          user_id: string
          rating: number
          review_text: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          movie_id: string
          user_id?: string
          rating: number
          review_text?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          movie_id?: string
          user_id?: string
          rating?: number
          review_text?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'reviews_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      series: {
        Row: {
          id: string
          title: string
          description: string | null
          thumbnail_url: string | null
          banner_url: string | null
          trailer_url: string | null
          creator: string | null
          release_date: string | null
          genre: string[]
          language: string | null
          actors: string[]
          published: boolean
          is_free: boolean
          is_purchasable: boolean
          is_rentable: boolean
          purchase_price: number | null
          rental_price: number | null
          season_count: number
          episode_count: number
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          title: string
          description?: string | null
          thumbnail_url?: string | null
          banner_url?: string | null
          trailer_url?: string | null
          creator?: string | null
          release_date?: string | null
          genre?: string[]
          language?: string | null
          actors?: string[]
          published?: boolean
          is_free?: boolean
          is_purchasable?: boolean
          is_rentable?: boolean
          purchase_price?: number | null
          rental_price?: number | null
          season_count?: number
          episode_count?: number
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          title?: string
          description?: string | null
          thumbnail_url?: string | null
          banner_url?: string | null
          trailer_url?: string | null
          creator?: string | null
          release_date?: string | null
          genre?: string[]
          language?: string | null
          actors?: string[]
          published?: boolean
          is_free?: boolean
          is_purchasable?: boolean
          is_rentable?: boolean
          purchase_price?: number | null
          rental_price?: number | null
          season_count?: number
          episode_count?: number
          created_at?: string
          updated_at?: string
        }
        Relationships: []
      }
      subscriptions: {
        Row: {
          id: string
          user_id: string | null
          status: string
          subscription_type: string
          expires_at: string
          cancel_at_period_end: boolean
          provider: string | null
          provider_reference: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          user_id?: string | null
          status: string
          subscription_type: string
          expires_at: string
          cancel_at_period_end?: boolean
          provider?: string | null
          provider_reference?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          user_id?: string | null
          status?: string
          subscription_type?: string
          expires_at?: string
          cancel_at_period_end?: boolean
          provider?: string | null
          provider_reference?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'subscriptions_subscription_type_fkey'
            columns: ['subscription_type']
            isOneToOne: false
            referencedRelation: 'plans'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      subtitles: {
        Row: {
          id: string
          movie_id: string | null
          episode_id: string | null
          language: string
          name: string
          path: string
          error_key: string | null
          created_at: string
        }
        Insert: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          language: string
          name: string
          path: string
          error_key?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          language?: string
          name?: string
          path?: string
          error_key?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'subtitles_episode_id_fkey'
            columns: ['episode_id']
            isOneToOne: false
            referencedRelation: 'episodes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subtitles_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          }
        ]
      }
      terms_acceptances: {
        Row: {
          user_id: string
          version: string
          accepted_at: string
        }
        Insert: {
          user_id: string
          version: string
          accepted_at?: string
        }
        Update: {
          user_id?: string
          version?: string
          accepted_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'terms_acceptances_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'terms_acceptances_version_fkey'
            columns: ['version']
            isOneToOne: false
            referencedRelation: 'terms_versions'
            referencedColumns: ['version']
          }
        ]
      }
      terms_versions: {
        Row: {
          version: string
          published_at: string
        }
        Insert: {
          version: string
          published_at?: string
        }
        Update: {
          version?: string
          published_at?: string
        }
        Relationships: []
      }
      user_purchases: {
        Row: {
          id: string
          user_id: string | null
          media_type: string
          movie_id: string | null
          series_id: string | null
          title: string | null
          transaction_type: string
          amount: number
          currency: string
          provider: string | null
          provider_reference: string | null
          order_id: string | null
          status: string
          rental_expiry: string | null
          created_at: string
        }
        Insert: {
          id?: string
          user_id?: string | null
          media_type?: string
          movie_id?: string | null
          series_id?: string | null
          title?: string | null
          transaction_type: string
          amount: number
          currency?: string
          provider?: string | null
          provider_reference?: string | null
          order_id?: string | null
          status?: string
          rental_expiry?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string | null
          media_type?: string
          movie_id?: string | null
          series_id?: string | null
          title?: string | null
          transaction_type?: string
          amount?: number
          currency?: string
          provider?: string | null
          provider_reference?: string | null
          order_id?: string | null
          status?: string
          rental_expiry?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_purchases_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_purchases_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_purchases_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_purchases_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      watchlist: {
        Row: {
          id: string
          user_id: string
          movie_id: string | null
          series_id: string | null
          created_at: string
        }
        Insert: {
          id?: string
          user_id?: string
          movie_id?: string | null
          series_id?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          movie_id?: string | null
          series_id?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'watchlist_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watchlist_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watchlist_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
    }
    Views: {
      profiles: {
        Row: {
          id: string | null
          username: string | null
          first_name: string | null
          last_name: string | null
          full_name: string | null
          bio: string | null
          location: string | null
          website: string | null
          occupation: string | null
          phone: string | null
          date_of_birth: string | null
          interests: string[] | null
          avatar_url: string | null
          is_public: boolean | null
          created_at: string | null
          updated_at: string | null
        }
        Insert: {
          id?: string | null
          username?: string | null
          first_name?: string | null
          last_name?: string | null
          full_name?: string | null
          bio?: string | null
          location?: string | null
          website?: string | null
          occupation?: string | null
          phone?: string | null
          date_of_birth?: string | null
          interests?: string[] | null
          avatar_url?: string | null
          is_public?: boolean | null
          created_at?: string | null
          updated_at?: string | null
        }
        Update: {
          id?: string | null
          username?: string | null
          first_name?: string | null
          last_name?: string | null
          full_name?: string | null
          bio?: string | null
          location?: string | null
          website?: string | null
          occupation?: string | null
          phone?: string | null
          date_of_birth?: string | null
          interests?: string[] | null
          avatar_url?: string | null
          is_public?: boolean | null
          created_at?: string | null
          updated_at?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      can_watch: { Args: { media_type: string; media_id: string }; Returns: boolean }
      cancel_media_job: { Args: { job_id: string }; Returns: undefined }
      count_titles: { Args: { of_kind?: string; in_genre?: string; containing?: string }; Returns: number }
      create_order: { Args: { media_type: string; media_id: string; transaction_type: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      download_my_data: { Args: never; Returns: Json }
      files_of_person: { Args: { person: string }; Returns: { bucket_id: string; name: string }[] }
      fn_check_admin_access: { Args: never; Returns: boolean }
      increment_topic_view: { Args: { topic_id: string }; Returns: undefined }
      is_admin: { Args: never; Returns: boolean }
      list_titles: { Args: { of_kind?: string; in_genre?: string; containing?: string; page?: number; page_size?: number }; Returns: { kind: string; id: string; title: string; description: string; thumbnail_url: string; banner_url: string; trailer_url: string; duration: number; release_date: string; genre: string[]; language: string; director: string; actors: string[]; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; purchase_price: number; rental_price: number; rating: number; review_count: number; season_count: number; episode_count: number; created_at: string; total: number }[] }
      make_recovery_codes: { Args: never; Returns: string[] }
      may_delete_account: { Args: { person?: string }; Returns: string }
      media_workers_state: { Args: never; Returns: string }
      my_sessions: { Args: never; Returns: { id: string; created_at: string; last_active_at: string; user_agent: string; network: string; aal: string; current: boolean }[] }
      recovery_codes_left: { Args: never; Returns: number }
      retry_media_job: { Args: { job_id: string }; Returns: undefined }
      revoke_session: { Args: { session_id: string }; Returns: boolean }
      search: { Args: { query: string; max_each?: number }; Returns: { kind: string; id: string; title: string; subtitle: string; image_url: string; rank: number }[] }
      setup_admin: { Args: never; Returns: undefined }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
