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
      audit_log: {
        Row: {
          id: number
          at: string
          actor_id: string | null
          act: string
          subject: string
          subject_id: string
          label: string | null
          reason: string | null
          change: Json
        }
        Insert: {
          at?: string
          actor_id?: string | null
          act: string
          subject: string
          subject_id: string
          label?: string | null
          reason?: string | null
          change?: Json
        }
        Update: {
          at?: string
          actor_id?: string | null
          act?: string
          subject?: string
          subject_id?: string
          label?: string | null
          reason?: string | null
          change?: Json
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
          words: string | null
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
          title_translations: Json
          description_translations: Json
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
          title_translations?: Json
          description_translations?: Json
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
          title_translations?: Json
          description_translations?: Json
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
      exchange_rates: {
        Row: {
          id: number
          currency: string
          rate: number
          rate_date: string
          source: string
          set_by: string | null
          created_at: string
        }
        Insert: {
          currency?: string
          rate: number
          rate_date: string
          source: string
          set_by?: string | null
          created_at?: string
        }
        Update: {
          currency?: string
          rate?: number
          rate_date?: string
          source?: string
          set_by?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'exchange_rates_set_by_fkey'
            columns: ['set_by']
            isOneToOne: false
            referencedRelation: 'profiles'
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
          name_translations: Json
          description_translations: Json
        }
        Insert: {
          id?: string
          name: string
          description?: string | null
          position?: number
          created_at?: string
          name_translations?: Json
          description_translations?: Json
        }
        Update: {
          id?: string
          name?: string
          description?: string | null
          position?: number
          created_at?: string
          name_translations?: Json
          description_translations?: Json
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
          edited_at: string | null
          hidden_at: string | null
          reactions: number[] | null
        }
        Insert: {
          id?: string
          topic_id: string
          user_id?: string | null
          content: string
          created_at?: string
          updated_at?: string
          edited_at?: string | null
          hidden_at?: string | null
          reactions?: number[] | null
        }
        Update: {
          id?: string
          topic_id?: string
          user_id?: string | null
          content?: string
          created_at?: string
          updated_at?: string
          edited_at?: string | null
          hidden_at?: string | null
          reactions?: number[] | null
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
      forum_reactions: {
        Row: {
          post_id: string
          user_id: string
          kind: string
          created_at: string
        }
        Insert: {
          post_id: string
          user_id?: string
          kind: string
          created_at?: string
        }
        Update: {
          post_id?: string
          user_id?: string
          kind?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'forum_reactions_user_id_fkey'
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
          edited_at: string | null
          hidden_at: string | null
          deleted_at: string | null
          reactions: number[] | null
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
          edited_at?: string | null
          hidden_at?: string | null
          deleted_at?: string | null
          reactions?: number[] | null
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
          edited_at?: string | null
          hidden_at?: string | null
          deleted_at?: string | null
          reactions?: number[] | null
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
      front_page_rows: {
        Row: {
          id: string
          place: string
          position: number
          title: string
          title_fr: string | null
          title_ht: string | null
          title_es: string | null
          kind: string
          title_ids: string[]
          category_id: string | null
          rule: string | null
          hidden: boolean
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          place: string
          position: number
          title: string
          title_fr?: string | null
          title_ht?: string | null
          title_es?: string | null
          kind: string
          title_ids?: string[]
          category_id?: string | null
          rule?: string | null
          hidden?: boolean
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          place?: string
          position?: number
          title?: string
          title_fr?: string | null
          title_ht?: string | null
          title_es?: string | null
          kind?: string
          title_ids?: string[]
          category_id?: string | null
          rule?: string | null
          hidden?: boolean
          created_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'front_page_rows_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'movie_categories'
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
          payment_reference: string | null
          period_end: string | null
          problem: string | null
          country: string | null
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
          payment_reference?: string | null
          period_end?: string | null
          problem?: string | null
          country?: string | null
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
          payment_reference?: string | null
          period_end?: string | null
          problem?: string | null
          country?: string | null
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
          av1: string
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
          av1?: string
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
          av1?: string
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
          name_translations: Json
          description_translations: Json
        }
        Insert: {
          id?: string
          name: string
          description?: string | null
          created_at?: string
          updated_at?: string
          name_translations?: Json
          description_translations?: Json
        }
        Update: {
          id?: string
          name?: string
          description?: string | null
          created_at?: string
          updated_at?: string
          name_translations?: Json
          description_translations?: Json
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
          publish_at: string | null
          unpublish_at: string | null
          published_at: string | null
          rating_counts: number[]
          title_translations: Json
          description_translations: Json
          sound_languages: string[]
          caption_languages: string[]
          publish_when_ready: boolean
          accessibility: string[]
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
          publish_at?: string | null
          unpublish_at?: string | null
          published_at?: string | null
          rating_counts?: number[]
          title_translations?: Json
          description_translations?: Json
          sound_languages?: string[]
          caption_languages?: string[]
          publish_when_ready?: boolean
          accessibility?: string[]
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
          publish_at?: string | null
          unpublish_at?: string | null
          published_at?: string | null
          rating_counts?: number[]
          title_translations?: Json
          description_translations?: Json
          sound_languages?: string[]
          caption_languages?: string[]
          publish_when_ready?: boolean
          accessibility?: string[]
        }
        Relationships: []
      }
      notification_counts: {
        Row: {
          user_id: string
          unread: number
          changed_at: string
        }
        Insert: {
          user_id: string
          unread?: number
          changed_at?: string
        }
        Update: {
          user_id?: string
          unread?: number
          changed_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notification_counts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
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
          price_minor: number | null
          exchange_rate: number | null
          pass: string | null
          gift_id: string | null
          promotion_id: string | null
          discount_minor: number | null
          trial_days: number | null
          bundle_id: string | null
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
          price_minor?: number | null
          exchange_rate?: number | null
          pass?: string | null
          gift_id?: string | null
          promotion_id?: string | null
          discount_minor?: number | null
          trial_days?: number | null
          bundle_id?: string | null
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
          price_minor?: number | null
          exchange_rate?: number | null
          pass?: string | null
          gift_id?: string | null
          promotion_id?: string | null
          discount_minor?: number | null
          trial_days?: number | null
          bundle_id?: string | null
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
            foreignKeyName: 'orders_pass_fkey'
            columns: ['pass']
            isOneToOne: false
            referencedRelation: 'passes'
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
      passes: {
        Row: {
          id: string
          amount_minor: number
          lasts: string
        }
        Insert: {
          id: string
          amount_minor: number
          lasts: string
        }
        Update: {
          id?: string
          amount_minor?: number
          lasts?: string
        }
        Relationships: []
      }
      payment_alerts: {
        Row: {
          id: number
          order_id: string | null
          provider: string
          reference: string
          reason: string
          details: Json
          created_at: string
          settled_at: string | null
          settled_by: string | null
          note: string | null
        }
        Insert: {
          order_id?: string | null
          provider: string
          reference: string
          reason: string
          details?: Json
          created_at?: string
          settled_at?: string | null
          settled_by?: string | null
          note?: string | null
        }
        Update: {
          order_id?: string | null
          provider?: string
          reference?: string
          reason?: string
          details?: Json
          created_at?: string
          settled_at?: string | null
          settled_by?: string | null
          note?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'payment_alerts_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_alerts_settled_by_fkey'
            columns: ['settled_by']
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
          trial_days: number
        }
        Insert: {
          id: string
          amount_minor: number
          currency?: string
          lasts: string
          trial_days?: number
        }
        Update: {
          id?: string
          amount_minor?: number
          currency?: string
          lasts?: string
          trial_days?: number
        }
        Relationships: []
      }
      review_votes: {
        Row: {
          review_id: string
          user_id: string
          created_at: string
        }
        Insert: {
          review_id: string
          user_id?: string
          created_at?: string
        }
        Update: {
          review_id?: string
          user_id?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_votes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      reviews: {
        Row: {
          id: string
          movie_id: string | null
          user_id: string
          rating: number
          review_text: string | null
          created_at: string
          updated_at: string
          series_id: string | null
          helpful_count: number
        }
        Insert: {
          id?: string
          movie_id?: string | null
          user_id?: string
          rating: number
          review_text?: string | null
          created_at?: string
          updated_at?: string
          series_id?: string | null
          helpful_count?: number
        }
        Update: {
          id?: string
          movie_id?: string | null
          user_id?: string
          rating?: number
          review_text?: string | null
          created_at?: string
          updated_at?: string
          series_id?: string | null
          helpful_count?: number
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
            foreignKeyName: 'reviews_series_id_fkey'
            columns: ['series_id']
            isOneToOne: false
            referencedRelation: 'series'
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
      saved_filters: {
        Row: {
          id: string
          user_id: string
          list: string
          name: string
          search: string
          filter: string
          sort: string
          created_at: string
        }
        Insert: {
          id?: string
          user_id?: string
          list: string
          name: string
          search?: string
          filter?: string
          sort?: string
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          list?: string
          name?: string
          search?: string
          filter?: string
          sort?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_filters_user_id_fkey'
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
          publish_at: string | null
          unpublish_at: string | null
          review_count: number
          review_total: number
          rating_counts: number[]
          rating: number | null
          title_translations: Json
          description_translations: Json
          sound_languages: string[]
          caption_languages: string[]
          accessibility: string[]
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
          publish_at?: string | null
          unpublish_at?: string | null
          review_count?: number
          review_total?: number
          rating_counts?: number[]
          title_translations?: Json
          description_translations?: Json
          sound_languages?: string[]
          caption_languages?: string[]
          accessibility?: string[]
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
          publish_at?: string | null
          unpublish_at?: string | null
          review_count?: number
          review_total?: number
          rating_counts?: number[]
          title_translations?: Json
          description_translations?: Json
          sound_languages?: string[]
          caption_languages?: string[]
          accessibility?: string[]
        }
        Relationships: []
      }
      sign_videos: {
        Row: {
          id: string
          movie_id: string | null
          episode_id: string | null
          language: string
          path: string
          error_key: string | null
          seconds_longer: number | null
          created_at: string
        }
        Insert: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          language: string
          path: string
          error_key?: string | null
          seconds_longer?: number | null
          created_at?: string
        }
        Update: {
          id?: string
          movie_id?: string | null
          episode_id?: string | null
          language?: string
          path?: string
          error_key?: string | null
          seconds_longer?: number | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'sign_videos_episode_id_fkey'
            columns: ['episode_id']
            isOneToOne: false
            referencedRelation: 'episodes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'sign_videos_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          }
        ]
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
          order_id: string | null
          trial_ends_at: string | null
          trial_reminded_at: string | null
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
          order_id?: string | null
          trial_ends_at?: string | null
          trial_reminded_at?: string | null
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
          order_id?: string | null
          trial_ends_at?: string | null
          trial_reminded_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'subscriptions_order_id_fkey'
            columns: ['order_id']
            isOneToOne: true
            referencedRelation: 'orders'
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
          kind: string
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
          kind?: string
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
          kind?: string
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
          rental_started_at: string | null
          part: number
          rental_outage_minutes: number
          rental_cut_minutes: number
          rental_settled_until: string | null
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
          rental_started_at?: string | null
          part?: number
          rental_outage_minutes?: number
          rental_cut_minutes?: number
          rental_settled_until?: string | null
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
          rental_started_at?: string | null
          part?: number
          rental_outage_minutes?: number
          rental_cut_minutes?: number
          rental_settled_until?: string | null
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
      watch_progress: {
        Row: {
          id: string
          user_id: string
          movie_id: string | null
          episode_id: string | null
          title_id: string
          media_type: string
          position: number
          duration: number | null
          watched: boolean
          updated_at: string
          recent_at: string
        }
        Insert: {
          id?: string
          user_id: string
          movie_id?: string | null
          episode_id?: string | null
          position?: number
          duration?: number | null
          watched?: boolean
          updated_at?: string
          recent_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          movie_id?: string | null
          episode_id?: string | null
          position?: number
          duration?: number | null
          watched?: boolean
          updated_at?: string
          recent_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'watch_progress_episode_id_fkey'
            columns: ['episode_id']
            isOneToOne: false
            referencedRelation: 'episodes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watch_progress_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watch_progress_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      watch_sessions: {
        Row: {
          id: string
          user_id: string | null
          movie_id: string | null
          episode_id: string | null
          day: string
          furthest: number
          duration: number | null
          seconds_watched: number
        }
        Insert: {
          id: string
          user_id?: string | null
          movie_id?: string | null
          episode_id?: string | null
          day?: string
          furthest?: number
          duration?: number | null
          seconds_watched?: number
        }
        Update: {
          id?: string
          user_id?: string | null
          movie_id?: string | null
          episode_id?: string | null
          day?: string
          furthest?: number
          duration?: number | null
          seconds_watched?: number
        }
        Relationships: [
          {
            foreignKeyName: 'watch_sessions_episode_id_fkey'
            columns: ['episode_id']
            isOneToOne: false
            referencedRelation: 'episodes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watch_sessions_movie_id_fkey'
            columns: ['movie_id']
            isOneToOne: false
            referencedRelation: 'movies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'watch_sessions_user_id_fkey'
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
      activate_voucher_batch: { Args: { batch: number }; Returns: undefined }
      admin_agent_entries: { Args: { agent: string; before?: number }; Returns: { id: number; created_at: string; kind: string; amount_minor: number; balance_minor: number; batch_id: number; vouchers: number; reference: string }[] }
      admin_agents: { Args: never; Returns: { id: string; name: string; username: string; currency: string; limit_minor: number; is_active: boolean; owed_minor: number; unsold_minor: number }[] }
      admin_audit_log: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number; action?: string; object?: string; from_day?: string; to_day?: string }; Returns: { id: number; at: string; actor_id: string; actor: string; act: string; subject: string; subject_id: string; label: string; reason: string; change: Json; total: number }[] }
      admin_bundles: { Args: { before?: string }; Returns: { id: string; title: string; title_translations: Json; amount_minor: number; first_day: string; last_day: string; state: string; is_complete: boolean; titles: string[]; sold: number; created_at: string }[] }
      admin_deleted_rows: { Args: { before_time?: string; before_id?: number }; Returns: { id: number; table_name: string; label: string; episodes: number; deleted_by: string; deleted_at: string; gone_at: string }[] }
      admin_exchange_rates: { Args: never; Returns: { rate: number; rate_date: string; source: string; username: string; created_at: string }[] }
      admin_failed_jobs: { Args: { before_time?: string; before_id?: number }; Returns: { id: number; kind: string; failed_at: string; attempts: number; last_error: string; repeats: boolean }[] }
      admin_member: { Args: { person: string }; Returns: Json }
      admin_members: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number }; Returns: { id: string; username: string; full_name: string; email: string; avatar_url: string; is_public: boolean; created_at: string; last_sign_in_at: string; role: string; subscription_status: string; subscription_type: string; expires_at: string; total: number }[] }
      admin_messages: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number }; Returns: { id: string; name: string; email: string; subject: string; message: string; handled_at: string; created_at: string; total: number }[] }
      admin_movies: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number }; Returns: { id: string; title: string; thumbnail_url: string; purchase_price: number; rental_price: number; published: boolean; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; video_url: string; has_video: boolean; publish_at: string; unpublish_at: string; created_at: string; updated_at: string; total: number }[] }
      admin_payment: { Args: { order_id: string }; Returns: Json }
      admin_payment_days: { Args: { before?: string }; Returns: { day: string; provider: string; currency: string; provider_count: number; provider_minor: number; ledger_count: number; ledger_minor: number; differences: Json; checked_at: string }[] }
      admin_payments: { Args: { search?: string; filter?: string; before?: string; before_id?: string }; Returns: { id: string; created_at: string; status: string; title: string; transaction_type: string; media_type: string; plan: string; pass: string; amount_minor: number; currency: string; price_minor: number; provider: string; provider_reference: string; user_id: string; username: string; email: string; phone: string }[] }
      admin_promotions: { Args: { before?: string }; Returns: { id: string; name: string; code: string; percent: number; off_minor: number; first_day: string; last_day: string; titles: string[]; per_person: number; total: number; used: number; status: string; created_at: string }[] }
      admin_quality: { Args: { first_day: string; last_day: string }; Returns: Json }
      admin_series: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number }; Returns: { id: string; title: string; thumbnail_url: string; creator: string; release_date: string; published: boolean; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; season_count: number; episode_count: number; publish_at: string; unpublish_at: string; created_at: string; updated_at: string; total: number }[] }
      admin_subscriptions: { Args: { search?: string; filter?: string; sort?: string; page?: number; page_size?: number }; Returns: { id: string; user_id: string; username: string; email: string; status: string; subscription_type: string; expires_at: string; cancel_at_period_end: boolean; provider: string; created_at: string; total: number }[] }
      admin_tax_rates: { Args: never; Returns: { id: number; country: string; name: string; percent: number; valid_from: string; username: string }[] }
      admin_voucher_batches: { Args: { agent?: string; before?: number }; Returns: { id: number; agent_id: string; agent_name: string; pass: string; media_type: string; title: string; price_minor: number; currency: string; expires_on: string; status: string; created_at: string; printed_at: string; activated_at: string; vouchers: number; sold: number; redeemed: number; revoked: number; owed_minor: number; booked_minor: number }[] }
      admin_vouchers: { Args: { batch: number }; Returns: { number: number; status: string; sold_at: string; redeemed_at: string }[] }
      answer_device_code: { Args: { code: string; approve: boolean }; Returns: Json }
      apply_promotion: { Args: { order_id: string; code: string }; Returns: Json }
      audit_export_rows: { Args: { search?: string; filter?: string; action?: string; object?: string; from_day?: string; to_day?: string; before?: number }; Returns: Json }
      begin_audit_export: { Args: { search?: string; filter?: string; action?: string; object?: string; from_day?: string; to_day?: string }; Returns: undefined }
      begin_payment_export: { Args: { from_day: string; to_day: string }; Returns: undefined }
      billing_customer: { Args: { person: string }; Returns: Json }
      book_payment: { Args: { event: Json }; Returns: Database['public']['Tables']['orders']['Row'] }
      browse_titles: { Args: { of_kind: string; in_genre?: string; containing?: string; access?: string; decade?: string; length?: string; sound?: string; captions?: string; accessibility?: string; size?: string; list_order?: string; page?: number; page_size?: number }; Returns: { kind: string; id: string; title: string; description: string; thumbnail_url: string; banner_url: string; trailer_url: string; duration: number; release_date: string; genre: string[]; language: string; director: string; actors: string[]; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; purchase_price: number; rental_price: number; rating: number; review_count: number; season_count: number; episode_count: number; has_video: boolean; created_at: string; published_at: string; title_translations: Json; total: number }[] }
      can_delete_account: { Args: { person?: string }; Returns: string }
      can_watch: { Args: { media_type: string; media_id: string }; Returns: boolean }
      cancel_gift: { Args: { gift: string }; Returns: string }
      cancel_media_job: { Args: { job_id: string }; Returns: undefined }
      change_agent: { Args: { agent: string; name: string; limit_minor: number; is_active: boolean }; Returns: undefined }
      change_bundle: { Args: { bundle: string; title: string; amount_minor: number; first_day: string; last_day: string; title_translations?: Json }; Returns: undefined }
      check_audit_log: { Args: { after?: number }; Returns: { starts_after: number; checked_to: number; is_last: boolean; head: string; problem: string; entry: number }[] }
      check_in_downloads: { Args: { device: string }; Returns: Json }
      checkout_state: { Args: { order_id: string }; Returns: Json }
      claim_device_session: { Args: { device_secret: string }; Returns: Json }
      claim_order_check: { Args: { waited_for: string }; Returns: { order_id: string; why: string; provider: string; session: string; subscription: string }[] }
      claim_payment_checks: { Args: { how_many: number }; Returns: { order_id: string; why: string; provider: string; session: string; subscription: string }[] }
      claim_refund: { Args: { of_order: string }; Returns: { order_id: string; why: string; provider: string; session: string; subscription: string }[] }
      claim_transaction_query: { Args: { provider: string; transaction_id: string; address?: string }; Returns: boolean }
      close_large_account: { Args: { person: string }; Returns: boolean }
      continue_watching: { Args: { max_rows?: number }; Returns: { media_type: string; media_id: string; title: string; series_id: string; series_title: string; season_number: number; episode_number: number; thumbnail_url: string; position: number; duration: number; updated_at: string }[] }
      count_titles: { Args: { of_kind?: string; in_genre?: string; containing?: string }; Returns: number }
      create_agent: { Args: { member: string; name: string; currency: string; limit_minor: number }; Returns: string }
      create_bundle: { Args: { title: string; titles: string[]; amount_minor: number; first_day: string; last_day: string; title_translations?: Json }; Returns: string }
      create_bundle_order: { Args: { bundle: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      create_gift: { Args: { recipient_name: string; from_name: string; language: string; greeting?: string; recipient_phone?: string; recipient_email?: string; pass?: string; media_type?: string; media_id?: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      create_order: { Args: { media_type: string; media_id: string; transaction_type: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      create_pass_order: { Args: { pass: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      create_promotion: { Args: { name: string; first_day: string; last_day: string; per_person: number; total: number; percent?: number; off_minor?: number; titles?: string[] }; Returns: string }
      create_subscription_order: { Args: { plan: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      create_voucher_batch: { Args: { agent: string; vouchers: number; expires_on: string; pass?: string; media_type?: string; media_id?: string; price_minor?: number }; Returns: number }
      credit_payment: { Args: { payment: number; reason: string }; Returns: string }
      discard_deleted_row: { Args: { deleted_id: number }; Returns: undefined }
      discard_failed_job: { Args: { job_id: number }; Returns: boolean }
      dismiss_reports: { Args: { target_kind: string; target_id: string }; Returns: number }
      download_my_data: { Args: { after?: Json }; Returns: Json }
      edit_post: { Args: { post_id: string; content: string }; Returns: Database['public']['Tables']['forum_posts']['Row'] }
      edit_titles: { Args: { kind: string; ids: string[]; change: Json }; Returns: number }
      edit_topic: { Args: { topic_id: string; title: string; content: string }; Returns: Database['public']['Tables']['forum_topics']['Row'] }
      end_bundle: { Args: { bundle: string }; Returns: undefined }
      end_playback: { Args: { session: string }; Returns: boolean }
      end_promotion: { Args: { promotion: string }; Returns: undefined }
      end_subscription: { Args: { subscription: string; reason: string }; Returns: undefined }
      erase_account_rows: { Args: { person: string }; Returns: boolean }
      files_of_person: { Args: { person: string }; Returns: { bucket_id: string; name: string }[] }
      find_payments_of_code: { Args: { code: string }; Returns: { id: string; created_at: string; status: string; title: string; transaction_type: string; media_type: string; plan: string; pass: string; amount_minor: number; currency: string; price_minor: number; provider: string; provider_reference: string; user_id: string; username: string; email: string; phone: string }[] }
      fn_check_admin_access: { Args: never; Returns: boolean }
      follow_topic: { Args: { topic_id: string; follow?: boolean }; Returns: boolean }
      forum_count: { Args: { in_category?: string }; Returns: number }
      forum_page: { Args: { page?: number; in_category?: string; sort?: string }; Returns: { id: string; title: string; preview: string; created_at: string; edited_at: string; hidden_at: string; views: number; reply_count: number; last_activity_at: string; locked: boolean; pinned: boolean; category_id: string; category_name: string; user_id: string; author_username: string; author_full_name: string; author_avatar_url: string; media_type: string; media_id: string; total: number }[] }
      forum_topic: { Args: { topic_id: string }; Returns: { id: string; title: string; content: string; created_at: string; updated_at: string; edited_at: string; hidden_at: string; views: number; reply_count: number; last_activity_at: string; locked: boolean; pinned: boolean; category_id: string; category_name: string; user_id: string; author_username: string; author_full_name: string; author_avatar_url: string; media_type: string; media_id: string; media_title: string; reactions: number[] }[] }
      front_page_titles: { Args: { of_place: string }; Returns: { row_id: string; kind: string; id: string; title: string; description: string; thumbnail_url: string; banner_url: string; trailer_url: string; duration: number; release_date: string; genre: string[]; language: string; director: string; actors: string[]; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; purchase_price: number; rental_price: number; rating: number; review_count: number; season_count: number; episode_count: number; has_video: boolean; created_at: string; published_at: string; title_translations: Json }[] }
      give_up_checkout: { Args: { order_id: string }; Returns: undefined }
      grant_subscription: { Args: { person: string; plan: string; until: string; reason: string }; Returns: string }
      has_role: { Args: { roles: string[] }; Returns: boolean }
      hidden_text: { Args: { target_kind: string; target_id: string }; Returns: { title: string; content: string; hidden_at: string; note: string }[] }
      increment_topic_view: { Args: { topic_id: string }; Returns: undefined }
      is_admin: { Args: never; Returns: boolean }
      issue_offline_licence: { Args: { device: string; public_key: string; device_name?: string; media_type?: string; media_id?: string; stream_id?: string }; Returns: Json }
      latest_replies: { Args: { topic_id: string }; Returns: { id: string; user_id: string; content: string; created_at: string; edited_at: string; hidden_at: string; author_username: string; author_full_name: string; author_avatar_url: string }[] }
      lift_suspension: { Args: { member_id: string }; Returns: boolean }
      list_audio_tracks: { Args: { of_kind: string; of_id: string }; Returns: { track: number; name: string; language: string; kind: string; is_default: boolean }[] }
      list_download_sizes: { Args: { of_type: string; of_id: string; season?: number }; Returns: { media_type: string; media_id: string; title: string; season_number: number; episode_number: number; duration: number; rungs: Json; audio_tracks: number; audio_bytes: number }[] }
      list_sandbox_events: { Args: { day: string; after?: number }; Returns: { id: number; event: Json }[] }
      list_title_access: { Args: { movie_ids?: string[]; series_ids?: string[] }; Returns: { media_type: string; media_id: string; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; purchase_price: number; rental_price: number; access: string; until: string }[] }
      list_titles: { Args: { of_kind?: string; in_genre?: string; containing?: string; page?: number; page_size?: number }; Returns: { kind: string; id: string; title: string; description: string; thumbnail_url: string; banner_url: string; trailer_url: string; duration: number; release_date: string; genre: string[]; language: string; director: string; actors: string[]; is_free: boolean; is_purchasable: boolean; is_rentable: boolean; purchase_price: number; rental_price: number; rating: number; review_count: number; season_count: number; episode_count: number; created_at: string; published_at: string; title_translations: Json; total: number }[] }
      lowest_bandwidth: { Args: { media_type: string; media_id: string }; Returns: number }
      make_recovery_codes: { Args: never; Returns: string[] }
      mark_notifications_read: { Args: { ids?: string[] }; Returns: number }
      mark_topic_read: { Args: { topic_id: string; up_to?: number }; Returns: undefined }
      mark_watched: { Args: { media_type: string; media_id: string; watched?: boolean }; Returns: undefined }
      media_workers_state: { Args: never; Returns: string }
      moderation_log: { Args: { page?: number }; Returns: { id: number; action: string; moderator_username: string; target_kind: string; target_id: string; note: string; created_at: string }[] }
      my_agency: { Args: never; Returns: { name: string; currency: string; limit_minor: number; is_active: boolean; owed_minor: number; unsold_minor: number }[] }
      my_agent_entries: { Args: { before?: number }; Returns: { id: number; created_at: string; kind: string; amount_minor: number; balance_minor: number; batch_id: number; vouchers: number; reference: string }[] }
      my_credit: { Args: never; Returns: number }
      my_download_devices: { Args: never; Returns: { device: string; name: string; downloads: number; seen_at: string }[] }
      my_gifts: { Args: { before?: string }; Returns: { id: string; created_at: string; status: string; code: string; recipient_name: string; recipient_phone: string; recipient_email: string; from_name: string; greeting: string; language: string; mailed_at: string; redeemed_at: string; pass: string; media_type: string; title: string; amount_minor: number; currency: string }[] }
      my_notification_settings: { Args: never; Returns: { replies: string; mentions: string }[] }
      my_notifications: { Args: { before?: string; max_rows?: number }; Returns: { id: string; kind: string; topic_id: string; topic_title: string; post_id: string; excerpt: string; actor_id: string; actor_username: string; actor_avatar_url: string; more: number; created_at: string; read_at: string; actor_full_name: string }[] }
      my_payments: { Args: never; Returns: { id: number; occurred_at: string; kind: string; amount_minor: number; currency: string; title: string; transaction_type: string; media_type: string; media_id: string; plan: string; pass: string; period_end: string; problem: string; provider: string; provider_reference: string; order_id: string; status: string }[] }
      my_sessions: { Args: never; Returns: { id: string; created_at: string; last_active_at: string; user_agent: string; network: string; aal: string; current: boolean; by_code: boolean }[] }
      my_streams: { Args: never; Returns: { session: string; title: string; device: string; started_at: string }[] }
      my_suspension: { Args: never; Returns: { reason: string; until: string; created_at: string }[] }
      my_trials: { Args: never; Returns: { plan: string; days: number }[] }
      my_voucher_batches: { Args: { before?: number }; Returns: { id: number; agent_id: string; agent_name: string; pass: string; media_type: string; title: string; price_minor: number; currency: string; expires_on: string; status: string; created_at: string; printed_at: string; activated_at: string; vouchers: number; sold: number; redeemed: number; revoked: number; owed_minor: number; booked_minor: number }[] }
      my_vouchers: { Args: { batch: number }; Returns: { number: number; status: string; sold_at: string; redeemed_at: string }[] }
      next_episode: { Args: { episode_id: string }; Returns: { id: string; series_id: string; season_number: number; episode_number: number; title: string; thumbnail_url: string; duration: number }[] }
      order_to_pay: { Args: { order_id: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      orders_to_look_up: { Args: { provider: string; day: string; after?: string }; Returns: { order_id: string; session: string; subscription: string }[] }
      pay_with_credit: { Args: { order_id: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      payment_export_rows: { Args: { from_day: string; to_day: string; after_time?: string; after_id?: number }; Returns: { id: number; occurred_at: string; kind: string; amount_minor: number; currency: string; price_minor: number; exchange_rate: number; provider: string; provider_reference: string; order_id: string; transaction_type: string; title: string; username: string; email: string; problem: string; receipt: string; tax_name: string; tax_percent: number; tax_minor: number; discount_minor: number }[] }
      person_titles: { Args: { person_name: string }; Returns: { kind: string; id: string; name: string }[] }
      post_place: { Args: { post_id: string }; Returns: { topic_id: string; number: number }[] }
      print_voucher_batch: { Args: { batch: number }; Returns: Json }
      read_bundle: { Args: { bundle: string }; Returns: Json }
      read_code: { Args: { code: string }; Returns: Json }
      read_device_code: { Args: { code: string }; Returns: Json }
      read_licence_key: { Args: { licence: string }; Returns: Json }
      read_receipt: { Args: { entry: number }; Returns: Json }
      recheck_payment_day: { Args: { day: string; provider: string }; Returns: undefined }
      record_agent_payment: { Args: { agent: string; amount_minor: number; reference: string }; Returns: undefined }
      recovery_codes_left: { Args: never; Returns: number }
      redeem_code: { Args: { code: string }; Returns: Json }
      refunds_to_make: { Args: { of_order: string }; Returns: { reference: string; amount_minor: number; currency: string; requested_at: string }[] }
      release_download: { Args: { device: string; stream_id: string }; Returns: undefined }
      remove_download_device: { Args: { device: string }; Returns: undefined }
      reorder_episodes: { Args: { series_id: string; season_number: number; ordered: string[] }; Returns: undefined }
      report: { Args: { target_kind: string; target_id: string; reason: string; note?: string }; Returns: undefined }
      report_payment_problem: { Args: { order_id: string; provider: string; reference: string; reason: string; details: Json }; Returns: undefined }
      report_queue: { Args: { page?: number }; Returns: { target_kind: string; target_id: string; topic_id: string; topic_title: string; title: string; content: string; created_at: string; hidden_at: string; author_id: string; author_username: string; author_suspended: boolean; report_count: number; reasons: string[]; notes: string[]; reporters: string[]; first_reported_at: string; last_reported_at: string; total: number }[] }
      request_device_code: { Args: never; Returns: Json }
      request_refund: { Args: { payment: number; reason: string }; Returns: string }
      resend_gift: { Args: { gift: string; recipient_email: string }; Returns: undefined }
      restore_deleted_row: { Args: { deleted_id: number }; Returns: undefined }
      retry_failed_job: { Args: { job_id: number }; Returns: boolean }
      retry_media_job: { Args: { job_id: string }; Returns: undefined }
      revoke_session: { Args: { session_id: string }; Returns: boolean }
      revoke_voucher_batch: { Args: { batch: number; reason: string }; Returns: number }
      revoke_vouchers: { Args: { batch: number; first_number: number; last_number: number; reason: string }; Returns: number }
      sandbox_add: { Args: { session: string; event: Json }; Returns: undefined }
      sandbox_session: { Args: { session: string }; Returns: Json }
      sandbox_start: { Args: { order_id: string; success_url: string; cancel_url: string }; Returns: string }
      save_checkout: { Args: { order_id: string; provider: string; reference: string; url: string; expires_at: string }; Returns: undefined }
      save_customer: { Args: { person: string; provider: string; reference: string }; Returns: undefined }
      save_front_page: { Args: { of_place: string; seen: Json; rows: Json }; Returns: undefined }
      save_payer: { Args: { order_id: string; phone: string }; Returns: undefined }
      save_progress: { Args: { media_type: string; media_id: string; position: number; duration: number; seconds_watched?: number; session?: string; at?: string }; Returns: undefined }
      save_provider_entries: { Args: { provider: string; entries: Json }; Returns: undefined }
      search: { Args: { query: string; max_each?: number }; Returns: { kind: string; id: string; title: string; subtitle: string; image_url: string; rank: number }[] }
      sell_vouchers: { Args: { batch: number; first_number: number; last_number: number }; Returns: undefined }
      set_audio_kind: { Args: { of_kind: string; of_id: string; track: number; kind: string }; Returns: undefined }
      set_exchange_rate: { Args: { rate: number; rate_date: string; source: string }; Returns: undefined }
      set_hidden: { Args: { target_kind: string; target_id: string; hidden: boolean; note?: string }; Returns: undefined }
      set_notification_settings: { Args: { replies: string; mentions: string }; Returns: undefined }
      set_pass_price: { Args: { pass: string; amount_minor: number }; Returns: undefined }
      set_tax_rate: { Args: { country: string; name: string; percent: number; valid_from: string }; Returns: undefined }
      set_trial_days: { Args: { plan: string; days: number }; Returns: undefined }
      settle_payment_alert: { Args: { alert: number; note: string }; Returns: undefined }
      setup_admin: { Args: { code?: string }; Returns: boolean }
      sign_out_member: { Args: { person: string; reason: string }; Returns: number }
      similar_titles: { Args: { title_id: string }; Returns: string[] }
      start_checkout: { Args: { order_id: string; provider: string }; Returns: Json }
      start_playback: { Args: { media_type: string; media_id: string; replaces?: string; device?: string; bound_to?: string; address?: string }; Returns: Json }
      statistics: { Args: { first_day: string; last_day: string }; Returns: Json }
      suggest_members: { Args: { prefix: string; topic_id?: string }; Returns: { id: string; username: string; avatar_url: string; mention: string }[] }
      suspend_member: { Args: { member_id: string; reason: string; until?: string }; Returns: undefined }
      suspended_members: { Args: never; Returns: { user_id: string; username: string; avatar_url: string; reason: string; until: string; created_at: string }[] }
      take_free_order: { Args: { order_id: string }; Returns: Database['public']['Tables']['orders']['Row'] }
      text_history: { Args: { target_kind: string; target_id: string }; Returns: { title: string; content: string; replaced_at: string; edited_by: string }[] }
      title_bundles: { Args: { title_id: string }; Returns: { id: string; title: string; title_translations: Json; amount_minor: number; titles: number }[] }
      title_discussion: { Args: { media_type: string; media_id: string }; Returns: string }
      title_topic: { Args: { media_type: string; media_id: string }; Returns: { topic_id: string; reply_count: number }[] }
      title_topic_id: { Args: { movie_id?: string; series_id?: string }; Returns: string }
      topic_page: { Args: { topic_id: string; page?: number; page_size?: number }; Returns: { id: string; number: number; user_id: string; content: string; created_at: string; updated_at: string; edited_at: string; hidden_at: string; author_username: string; author_full_name: string; author_avatar_url: string; total: number; reactions: number[] }[] }
      topic_position: { Args: { topic_id: string }; Returns: { following: boolean; read_count: number; total: number; first_unread_id: string; first_unread_number: number }[] }
      unread_topics: { Args: { topic_ids: string[] }; Returns: string[] }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
